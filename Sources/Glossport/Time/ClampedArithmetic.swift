/// Arithmetic on counts and moments that others have written: journals, databases, answers, plugins and files.
///
/// A result that does not fit stays at the end of the range, where `+`, `-` and `*` would end the process.
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
