private import Foundation
import GlossportReading

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

    var lines: [String] { findings.flatMap(terminal.isInteractive ? wrapped : whole) }

    /// Two lines however long, for `grep` and editors.
    private func whole(_ finding: Finding) -> [String] {
        ["\(place(finding))\(severity(finding)) \(text(finding))", "    \(remedy(finding)) \(rule(finding))"]
    }

    /// As many lines as the terminal needs, broken between words.
    private func wrapped(_ finding: Finding) -> [String] {
        let width = terminal.width
        let sentence = "\(place(finding))\(severity(finding)) \(text(finding))"
        var lines = Paragraph.lines(sentence, indentedBy: 0, hanging: 4, width: width)
        if let first = lines.first, let word = first.range(of: severity(finding)) {
            lines[0] = first.replacingCharacters(
                in: word,
                with: terminal.paint(severity(finding), color(of: finding.severity))
            )
        }
        lines += Paragraph.lines(remedy(finding), indentedBy: 4, width: width)
        let last = lines.count - 1
        if Table.width(lines[last]) + 1 + Table.width(rule(finding)) <= width {
            lines[last] += " " + terminal.paint(rule(finding), .dim)
        } else {
            lines += Paragraph.lines(rule(finding), indentedBy: 4, width: width).map { terminal.paint($0, .dim) }
        }
        return lines
    }

    private func place(_ finding: Finding) -> String { (finding.location.map { "\($0): " } ?? "").namingUnprintables() }
    private func severity(_ finding: Finding) -> String { "\(finding.severity.rawValue):" }
    private func text(_ finding: Finding) -> String { finding.text.namingUnprintables() }
    private func remedy(_ finding: Finding) -> String { finding.remedy.words.namingUnprintables() }

    private func rule(_ finding: Finding) -> String {
        let context = [finding.locale, finding.message, finding.field].compactMap { $0 }
        return "[\(([finding.rule.rawValue] + context).joined(separator: " · "))]".namingUnprintables()
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
