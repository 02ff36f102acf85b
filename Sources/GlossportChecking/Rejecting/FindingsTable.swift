import GlossportReading

/// All findings as CSV that a spreadsheet opens by a double click: with a byte order mark, and nothing in it that would be executed.
enum FindingsTable {
    static func text(of findings: [RejectedFinding]) -> String {
        table(ReturnPackageFile.headings, findings.map { cells($0).map(written) })
    }

    private static func cells(_ item: RejectedFinding) -> [String] {
        let finding = item.finding
        let text = item.unit?.target
        let limit = finding.field.flatMap { Field(name: $0) }?.lengthLimit
        return [
            item.unit?.key ?? item.key ?? "",
            item.locale ?? item.unit?.locale ?? "",
            finding.message ?? "",
            finding.field ?? "",
            text ?? "",
            text.map { String($0.count) } ?? "",
            limit.map(String.init) ?? "",
            item.unit?.source ?? item.source ?? "",
            finding.severity.rawValue,
            finding.text,
            item.remedy ?? "",
            finding.rule.rawValue,
            item.fingerprint.description,
            finding.location?.path ?? "",
            finding.location.map { String($0.line) } ?? "",
        ]
    }

    /// Units of a format that can't be cut, as a table that is read as a delivery when it comes back.
    ///
    /// Their texts come back, so a guard against formulas is marked, and taken away when they are read.
    static func excerpt(_ units: [(unit: TranslationUnit, findings: [RejectedFinding])]) -> String {
        let rows = units.map { unit, findings in
            let texts = [
                unit.key, unit.locale ?? "", unit.source ?? findings.lazy.compactMap(\.source).first ?? "",
                unit.target ?? "",
            ]
            let notes =
                findings.map { [$0.finding.text, $0.remedy].compactMap(\.self).joined(separator: " ") }
                + guardNotes(texts)
            let rules = Set(findings.map(\.finding.rule.rawValue)).sorted()
            return texts.map(returned) + [written(notes.joined(separator: " ")), written(rules.joined(separator: " "))]
        }
        return table(["key", "locale", "source", "target", "glossport: finding", "glossport: rule"], rows)
    }

    /// A whole table of cells that are quoted already.
    static func table(_ headings: [String], _ rows: [[String]]) -> String {
        "\u{FEFF}" + ([headings] + rows).map { $0.joined(separator: ",") + "\r\n" }.joined()
    }

    /// A cell that is only to be read: quoted, and guarded against formulas.
    static func written(_ cell: String) -> String {
        quoted(FormulaGuard.guarded(cell.namingUnprintables(keeping: "\t\n\r")))
    }

    /// A cell with a text that comes back: guarded against formulas in the way that reading undoes.
    static func returned(_ text: String) -> String { quoted(FormulaGuard.guarded(text)) }

    /// The note on texts that ``returned(_:)`` guards, if it does.
    static func guardNotes(_ texts: [String]) -> [String] {
        guard texts.contains(where: { FormulaGuard.guarded($0) != $0 }) else { return [] }
        return [
            "The apostrophe before = + - or @ keeps spreadsheets from running a formula. It is not part of the text."
        ]
    }

    private static func quoted(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: { ",;\"\r\n\t".unicodeScalars.contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
