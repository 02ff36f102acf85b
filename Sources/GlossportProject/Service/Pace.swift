/// The distribution of requests over an hour.
package enum Pace: String, Sendable, Hashable, CaseIterable {
    /// As fast as the connection allows, until the hour's allowance is used up.
    case hourly
    /// Evenly, so that no 60-minute window exceeds the allowance.
    case steady
}
