package import Glossport

/// A test may name a run of the samples' destination by its number.
extension RunID: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int64) { self.init(value, at: JournalSamples.sandbox) }
}

/// A test may name an attempt by its number.
extension AttemptID: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int64) { self.init(rawValue: value) }
}
