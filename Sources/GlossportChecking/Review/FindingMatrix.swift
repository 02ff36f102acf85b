package import GlossportReading

/// How many findings there are for each message in each locale.
package struct FindingMatrix: Sendable {
    /// Those with findings, by the number of their errors, then of all findings; the worst first.
    package private(set) var messages: [String] = []
    /// Those with findings, sorted.
    package private(set) var locales: [String] = []
    private var cells: [String: [String: Counts]] = [:]

    package struct Counts: Sendable, Hashable {
        package var errors = 0
        package var others = 0

        package var isEmpty: Bool { errors == 0 && others == 0 }
    }

    /// - Parameter findings: Those that name no message and locale are left out.
    package init(_ findings: [Finding]) {
        for finding in findings {
            guard let message = finding.message, let locale = finding.locale else { continue }
            if finding.severity == .error {
                cells[message, default: [:]][locale, default: Counts()].errors += 1
            } else {
                cells[message, default: [:]][locale, default: Counts()].others += 1
            }
        }
        locales = Set(cells.values.flatMap(\.keys)).sorted()
        func weight(_ message: String) -> (Int, Int) {
            let counts = (cells[message] ?? [:]).values
            return (counts.reduce(0) { $0 + $1.errors }, counts.reduce(0) { $0 + $1.others })
        }
        let weights = Dictionary(uniqueKeysWithValues: cells.keys.map { ($0, weight($0)) })
        messages = cells.keys.sorted { left, right in
            let (l, r) = (weights[left] ?? (0, 0), weights[right] ?? (0, 0))
            return l == r ? left < right : l > r
        }
    }

    package func counts(_ message: String, _ locale: String) -> Counts { cells[message]?[locale] ?? Counts() }
}
