package import GlossportReading

/// How many findings there are for each message in each locale.
package struct FindingMatrix: Sendable {
    /// Those with findings: first `nil`, for findings about whole locales, then by the number of their errors and of all findings, the worst first.
    package private(set) var messages: [String?] = []
    /// Those with findings, sorted.
    package private(set) var locales: [String] = []
    private var cells: [String?: [String: Counts]] = [:]

    package struct Counts: Sendable, Hashable {
        package var errors = 0
        package var others = 0

        package var isEmpty: Bool { errors == 0 && others == 0 }
    }

    /// - Parameter findings: Those that name no locale are left out.
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
