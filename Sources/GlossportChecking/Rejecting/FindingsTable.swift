import GlossportReading

/// All findings as CSV that a spreadsheet opens by a double click: with a byte order mark, and nothing in it that would be executed.
enum FindingsTable {
    static func text(of findings: [RejectedFinding]) -> String {
        let rows = [KitFile.headings] + findings.map(cells)
        return "\u{FEFF}" + rows.map { $0.map(written).joined(separator: ",") + "\r\n" }.joined()
    }

    private static func cells(_ item: RejectedFinding) -> [String] {
        let finding = item.finding
        let text = item.unit?.target
        let limit = finding.field.flatMap { Field(name: $0) }?.lengthLimit
        return [
            item.unit?.key ?? item.key ?? "",
            finding.locale ?? item.unit?.locale ?? "",
            finding.message ?? "",
            finding.field ?? "",
            text ?? "",
            text.map { String($0.count) } ?? "",
            limit.map(String.init) ?? "",
            item.unit?.source ?? "",
            finding.severity.rawValue,
            finding.text,
            item.remedy ?? "",
            finding.rule.rawValue,
            item.fingerprint.description,
            finding.location?.path ?? "",
            finding.location.map { String($0.line) } ?? "",
        ]
    }

    private static func written(_ cell: String) -> String {
        let text = FormulaGuard.guarded(cell.namingUnprintables(keeping: "\t\n\r"))
        guard text.unicodeScalars.contains(where: { ",;\"\r\n\t".unicodeScalars.contains($0) }) else { return text }
        return "\"" + text.replacing("\"", with: "\"\"") + "\""
    }
}
