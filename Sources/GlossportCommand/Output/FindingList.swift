import Glossport

/// Shows findings the way compilers do: place first, then what is wrong, then what to do.
struct FindingList {
    private let findings: [Finding]
    private let terminal: Terminal

    /// - Parameters:
    ///   - findings: Sorted.
    ///   - verbose: Whether notes are shown too.
    ///   - terminal: Where it goes, for colours.
    init(_ findings: [Finding], verbose: Bool, terminal: Terminal) {
        self.findings = findings.filter { verbose || $0.severity > .note }
        self.terminal = terminal
    }

    var lines: [String] {
        findings.flatMap { finding -> [String] in
            let place = finding.location.map { "\($0): " } ?? ""
            let severity = terminal.paint("\(finding.severity.rawValue):", color(of: finding.severity))
            let context = [finding.locale, finding.message, finding.field].compactMap { $0 }
            let rule = Escape.controls("[\(([finding.rule.rawValue] + context).joined(separator: " · "))]")
            return [
                "\(Escape.controls(place))\(severity) \(Escape.controls(finding.text))",
                "    \(Escape.controls(finding.remedy)) \(terminal.paint(rule, .dim))",
            ]
        }
    }

    private func color(of severity: Severity) -> Terminal.Color {
        switch severity {
        case .error: .red
        case .warning: .yellow
        case .note: .cyan
        }
    }

    /// `3 errors, 1 warning`, or `no findings`.
    static func count(_ findings: [Finding]) -> String {
        let parts = [Severity.error, .warning].compactMap { severity -> String? in
            let count = findings.count { $0.severity == severity }
            return count == 0 ? nil : Plural.of(count, severity.rawValue)
        }
        return parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
    }
}

/// Numbers with their nouns.
enum Plural {
    static func of(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
        "\(grouped(count)) \(count == 1 ? noun : plural ?? noun + "s")"
    }

    /// 2000 as `2,000`.
    static func grouped(_ number: Int) -> String {
        var digits = String(number.magnitude)
        var groups: [String] = []
        while digits.count > 3 {
            groups.insert(String(digits.suffix(3)), at: 0)
            digits.removeLast(3)
        }
        return (number < 0 ? "-" : "") + ([digits] + groups).joined(separator: ",")
    }
}
