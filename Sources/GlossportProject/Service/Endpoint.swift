/// A call of the service that has a request allowance of its own.
///
/// The raw values are the names in the project file's `budgets`.
package enum Endpoint: String, Sendable, Hashable, Codable, CaseIterable {
    case uploadMessage
    case deleteMessage
    case listMessages
    case uploadImage
    case deleteImage
    case listImages
    case configureDefault
    case getDefault
    case deleteDefault
    case configureRealtimeURL
    case getRealtimeURL
    case deleteRealtimeURL
    case initiatePerformanceTest
    case getPerformanceTestResults

    /// Apple's allowance in requests per hour: one a second, ten for setting defaults; a tenth of that in sandbox.
    ///
    /// From Apple's page "Identifying rate limits"; the hourly sums are arithmetic. Apple may change them at any time,
    /// hence `budgets` in the project file.
    package func hourlyAllowance(in environment: ServiceEnvironment) -> Int {
        let production = self == .configureDefault ? 36_000 : 3_600
        return environment == .production ? production : production / 10
    }

    /// The allowance that holds: the project file's, or Apple's.
    package func hourlyAllowance(in environment: ServiceEnvironment, budgets: [Endpoint: Int]) -> Int {
        budgets[self] ?? hourlyAllowance(in: environment)
    }
}
