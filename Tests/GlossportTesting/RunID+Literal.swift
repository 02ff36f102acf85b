package import Glossport

/// Lets tests write a run at the samples' destination as its number.
extension RunID: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int64) { self.init(value, at: JournalSamples.sandbox) }
}

/// Lets tests write an attempt as its number.
extension AttemptID: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int64) { self.init(rawValue: value) }
}
