/// A service call with its own request allowance.
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

    /// Apple's allowance in requests per hour: one per second, ten for setting defaults; in the sandbox a tenth of
    /// that.
    ///
    /// The rates per second are from Apple's page "Identifying rate limits", multiplied by 3,600. Apple may change them
    /// at any time, so the project file's `budgets` can replace them.
    package func hourlyAllowance(in environment: ServiceEnvironment) -> Int {
        let production = self == .configureDefault ? 36_000 : 3_600
        return environment == .production ? production : production / 10
    }

    /// The effective allowance: the project file's, or Apple's.
    package func hourlyAllowance(in environment: ServiceEnvironment, budgets: [Endpoint: Int]) -> Int {
        budgets[self] ?? hourlyAllowance(in: environment)
    }
}
