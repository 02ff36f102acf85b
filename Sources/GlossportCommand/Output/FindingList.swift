private import Foundation
import GlossportChecking
import GlossportReading

/// Shows findings in the style of compilers: the place, the problem and the remedy.
struct FindingList {
    private let findings: [Finding]
    /// The command or flag that lists every finding, if only the first few of each kind are shown; `nil` to show all.
    private let all: String?
    /// The grouping with headings; if `nil`, a long list is grouped by rule, without headings.
    private let grouping: FindingGrouping?
    /// Returns the ID to show for a finding, if any.
    private let id: (Finding) -> String?
    private let showsTexts: Bool
    private let terminal: Terminal

    /// Expects sorted findings.
    init(
        _ findings: [Finding],
        from least: Severity,
        all: String? = nil,
        by grouping: FindingGrouping? = nil,
        showsTexts: Bool = true,
        terminal: Terminal,
        id: @escaping (Finding) -> String? = { _ in nil }
    ) {
        self.id = id
        self.findings = findings.filter { $0.severity >= least }
        self.all = all
        self.grouping = grouping
        self.showsTexts = showsTexts
        self.terminal = terminal
    }

    /// The maximum number of listed findings of one group, unless all are requested.
    private static let shownOfKind = 5

    var lines: [String] {
        let groups = FindingGroup.groups(of: findings, by: grouping ?? .rule)
        let isLong = all != nil && groups.contains { $0.findings.count > Self.shownOfKind }
        guard isLong || grouping != nil else { return FindingGroup.gravestLast(findings).flatMap(lines) }
        return groups.flatMap(lines).drop(while: \.isEmpty) + matrix
    }

    private func lines(_ finding: Finding) -> [String] {
        terminal.isInteractive ? wrapped(finding) : fullLines(finding)
    }

    /// The first few findings of one kind, with a summary of the others.
    private func lines(_ group: FindingGroup) -> [String] {
        let shown = group.gravest(all == nil ? .max : Self.shownOfKind)
        let others = group.findings.count - shown.count
        let heading = heading(group)
        guard others > 0 else { return heading + shown.flatMap(lines) }
        let listed = Plural.few(group.locales, 8)
        let about = group.locales.isEmpty ? "" : "; in all \(Plural.of(group.findings.count, "finding")) in \(listed)"
        let name = group.name.map { grouping == nil ? " of \($0)" : "" } ?? ""
        let line = "… and \(Plural.grouped(others)) more\(name)\(about). \(all ?? "") lists them."
        return heading + shown.flatMap(lines)
            + (terminal.isInteractive
                ? Paragraph.lines(line, indentedBy: 4, width: terminal.width) : ["    " + line])
    }

    private func heading(_ group: FindingGroup) -> [String] {
        guard let grouping else { return [] }
        let heading = "\(group.name ?? "No \(grouping.rawValue)"): \(Self.count(group.findings, noting: true))"
        return ["", terminal.paint(heading.namingUnprintables(), .bold)]
    }

    /// The distribution of the findings: a row for each of the first messages, a column for each locale, in blocks that
    /// fit the width.
    private var matrix: [String] {
        let matrix = FindingMatrix(findings)
        guard matrix.messages.count > 1, matrix.locales.count > 1 else { return [] }
        let rows = matrix.messages.prefix(Self.shownMessages)
        let first = rows.map { DisplayWidth.of($0 ?? Self.noMessage) }.max() ?? 0
        let perBlock = max(1, (terminal.width - max(first, 7) - 2) / 9)
        var lines = ["", "Findings by message and locale (errors/others):"]
        for start in stride(from: 0, to: matrix.locales.count, by: perBlock) {
            let columns = matrix.locales[start..<min(start + perBlock, matrix.locales.count)]
            let heads = columns.map { matrix.counts(nil, $0).errors > 0 ? terminal.paint($0, .red) : $0 }
            let table = rows.map { message -> [String] in
                let cells = columns.map { locale in
                    let counts = matrix.counts(message, locale)
                    let cell = counts.isEmpty ? "·" : "\(counts.errors)/\(counts.others)"
                    return counts.errors > 0 ? terminal.paint(cell, .red) : cell
                }
                return [message ?? Self.noMessage] + cells
            }
            .filter { $0.dropFirst().contains { $0 != "·" } }
            lines += [""]
            lines += Table(["MESSAGE"] + heads, rightAligned: Set(1...columns.count), table).lines(indentedBy: 2)
        }
        let rest = matrix.messages.count - rows.count
        return lines + (rest > 0 ? ["  … and \(Plural.of(rest, "message")) more"] : []) + repeated
    }

    private static let shownMessages = 20
    /// The first cell in the row of findings that belong to no message.
    private static let noMessage = "(no message)"

    /// The first errors about whole locales and files, repeated below the matrix.
    private var repeated: [String] {
        let grave = findings.filter { $0.severity == .error && $0.message == nil }
        guard !grave.isEmpty else { return [] }
        let shown = grave.prefix(Self.shownOfKind).flatMap { finding in
            let line = "\(text(finding)) [\(finding.rule.rawValue)]"
            return terminal.isInteractive
                ? Paragraph.lines(line, indentedBy: 2, hanging: 4, width: terminal.width) : ["  " + line]
        }
        return ["", "Errors in whole locales and files:"] + shown + Plural.more(grave.count - Self.shownOfKind)
    }

    /// One line for the finding and one for the remedy, unwrapped for `grep` and editors, with the text between them.
    private func fullLines(_ finding: Finding) -> [String] {
        let severity = terminal.paint(severity(finding), color(of: finding.severity))
        return ["\(place(finding))\(severity) \(text(finding))"] + excerpt(finding)
            + ["    \(remedy(finding)) \(terminal.paint(rule(finding), .dim))"]
    }

    /// The text that the finding is about, on one line, with the place marked.
    private func excerpt(_ finding: Finding) -> [String] {
        guard showsTexts, let text = MarkedText(finding) else { return [] }
        let line = text.line(within: (terminal.columns ?? Self.widestText) - 4, width: DisplayWidth.of) {
            terminal.paint($0, color(of: finding.severity))
        }
        return ["    " + terminal.isolated(line)]
    }

    /// The maximum width of an indented line of text, in cells, if no terminal limits it.
    private static let widestText = 204

    /// The finding, wrapped between words for the terminal.
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
        lines += excerpt(finding)
        lines += Paragraph.lines(remedy(finding), indentedBy: 4, width: width)
        let last = lines.count - 1
        if DisplayWidth.of(lines[last]) + 1 + DisplayWidth.of(rule(finding)) <= width {
            lines[last] += " " + terminal.paint(rule(finding), .dim)
        } else {
            lines += Paragraph.lines(rule(finding), indentedBy: 4, width: width).map { terminal.paint($0, .dim) }
        }
        return lines
    }

    private func place(_ finding: Finding) -> String { (finding.location.map { "\($0): " } ?? "").namingUnprintables() }
    private func severity(_ finding: Finding) -> String { "\(finding.severity.rawValue):" }
    private func text(_ finding: Finding) -> String { finding.text.namingUnprintables() }
    private func remedy(_ finding: Finding) -> String { finding.remedy.namingUnprintables() }

    private func rule(_ finding: Finding) -> String {
        let context = [finding.locale, finding.message, finding.field, id(finding)].compactMap(\.self)
        return "[\(([finding.rule.rawValue] + context).joined(separator: " · "))]".namingUnprintables()
    }

    private func color(of severity: Severity) -> Terminal.Color {
        switch severity {
        case .error: .red
        case .warning: .yellow
        case .note: .cyan
        }
    }

    /// For example `3 errors, 1 warning`, or `no findings`.
    static func count(_ findings: [Finding], noting notes: Bool = false) -> String {
        let parts = ([.error, .warning] + (notes ? [.note] : [])).compactMap { (severity: Severity) -> String? in
            let count = findings.count { $0.severity == severity }
            return count == 0 ? nil : Plural.of(count, severity.rawValue)
        }
        return parts.isEmpty ? "no findings" : parts.joined(separator: ", ")
    }
}
