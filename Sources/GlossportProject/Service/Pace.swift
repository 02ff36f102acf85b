/// How an hour's allowance is spent.
package enum Pace: String, Sendable, Hashable, CaseIterable {
    /// As fast as the connection takes it, until the hour's allowance is used up.
    case hourly
    /// Evenly, so that no hour, wherever it is measured, holds more than the allowance.
    case steady
}
