/// A named table of hourly allowances.
package enum RateProfile: String, CaseIterable, Sendable {
    /// 36,000 for setting defaults, 3,600 for every other endpoint.
    case production
    /// A tenth of production.
    case sandbox
    /// No limits.
    case none

    /// The profile of an environment.
    package init(_ environment: ServiceEnvironment) {
        self = environment == .sandbox ? .sandbox : .production
    }

    /// Requests per hour, for each endpoint.
    package var allowances: [Endpoint: Int] {
        let share: Int
        switch self {
        case .production: share = 1
        case .sandbox: share = 10
        case .none: return [:]
        }
        return Dictionary(
            uniqueKeysWithValues: Endpoint.allCases.map { ($0, ($0 == .configureDefault ? 36_000 : 3_600) / share) }
        )
    }
}
