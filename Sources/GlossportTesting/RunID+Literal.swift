package import GlossportImporting

/// A test may name a run by its number.
extension RunID: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int64) { self.init(rawValue: value) }
}

/// A test may name an attempt by its number.
extension AttemptID: ExpressibleByIntegerLiteral {
    package init(integerLiteral value: Int64) { self.init(rawValue: value) }
}
