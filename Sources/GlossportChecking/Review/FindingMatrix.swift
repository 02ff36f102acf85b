package import GlossportReading

/// The number of findings for each message in each locale.
package struct FindingMatrix: Sendable {
    /// The messages with findings, the worst first.
    ///
    /// They are sorted by the number of errors, then of all findings; the first is `nil` if there are findings about
    /// whole locales.
    package private(set) var messages: [String?] = []
    package private(set) var locales: [String] = []
    private var cells: [String?: [String: Counts]] = [:]

    package struct Counts: Sendable, Hashable {
        package var errors = 0
        package var others = 0

        package var isEmpty: Bool { errors == 0 && others == 0 }
    }

    /// - Parameter findings: The findings; those without a locale are ignored.
    package init(_ findings: [Finding]) {
        for finding in findings {
            for locale in finding.locales {
                if finding.severity == .error {
                    cells[finding.message, default: [:]][locale, default: Counts()].errors += 1
                } else {
                    cells[finding.message, default: [:]][locale, default: Counts()].others += 1
                }
            }
        }
        locales = Set(cells.values.flatMap(\.keys)).sorted()
        func weight(_ message: String?) -> (Int, Int, Int) {
            let counts = (cells[message] ?? [:]).values
            return (message == nil ? 1 : 0, counts.reduce(0) { $0 + $1.errors }, counts.reduce(0) { $0 + $1.others })
        }
        messages = cells.keys.map { ($0, weight($0)) }
            .sorted { $0.1 == $1.1 ? ($0.0 ?? "") < ($1.0 ?? "") : $0.1 > $1.1 }
            .map(\.0)
    }

    package func counts(_ message: String?, _ locale: String) -> Counts { cells[message]?[locale] ?? Counts() }
}
