/// Overflow-safe arithmetic on counts and times from journals, databases, answers, plugins and files.
///
/// A result that does not fit is clamped to the range; `+`, `-` and `*` would trap.
extension FixedWidthInteger where Self: SignedInteger {
    func clampedSum(_ other: Self) -> Self {
        let (value, overflow) = addingReportingOverflow(other)
        return overflow ? (self < 0 ? .min : .max) : value
    }

    package func clampedDifference(_ other: Self) -> Self {
        let (value, overflow) = subtractingReportingOverflow(other)
        return overflow ? (self < 0 ? .min : .max) : value
    }

    func clampedProduct(_ other: Self) -> Self {
        let (value, overflow) = multipliedReportingOverflow(by: other)
        return overflow ? ((self < 0) != (other < 0) ? .min : .max) : value
    }
}
