import GlossportReading
import SpreadsheetParsing

final class ODSReading {
    private let source: SourceFile
    private let file: SpreadsheetFile
    private var labels = SheetLabels()

    init(_ source: SourceFile, _ options: SpreadsheetOptions, _ emit: @escaping (ReadEvent) -> Void) {
        self.source = source
        file = SpreadsheetFile(source, options, emit)
    }

    func run() throws -> ReadSummary { try file.read(read) }

    private func read(_ bytes: [UInt8]) throws {
        guard bytes.starts(with: [0x50, 0x4B]) else {
            if source.name.hasPrefix("~$") { throw Refusal.lockFile }
            throw Refusal.notSpreadsheet("The file is not a zip archive, so it is not a spreadsheet.")
        }
        var archive = try PartArchive(bytes, ignoresCase: false)
        guard archive.contains("content.xml") else {
            throw Refusal.notSpreadsheet("The zip archive contains no spreadsheet.")
        }
        if archive.contains("META-INF/manifest.xml") {
            var text: [UInt8] = []
            try archive.unpack("META-INF/manifest.xml") { block in
                text.append(contentsOf: block)
                return text.count < 1 << 20
            }
            if String(decoding: text, as: UTF8.self).contains("manifest:encryption-data") { throw Refusal.encrypted }
        }
        var rows = ContentRows(self, file)
        try archive.parse("content.xml", driving: &rows)
        if let refusal = rows.refusal { throw refusal }
        guard let sheet = file.sheet, !labels.all.indices.contains(where: { isWanted(labels.all[$0], number: $0 + 1) })
        else { return }
        throw Refusal.missingSheet(sheet, labels: labels.all)
    }

    /// Whether the options select a sheet; ignores case, Unicode normalization and surrounding spaces.
    private func isWanted(_ label: String, number: Int) -> Bool {
        guard let sheet = file.sheet else { return true }
        return sheet.lowercased() == label.trimmingWhitespace.lowercased() || sheet == String(number)
    }

    /// Starts a sheet; returns whether it is read.
    func beginSheet(_ name: String, isHidden: Bool) throws(Refusal) -> Bool {
        let label = try labels.add(name)
        guard isWanted(label, number: labels.all.count) else { return false }
        file.beginSheet(label, isHidden: isHidden)
        return true
    }
}

extension Refusal {
    fileprivate static func notSpreadsheet(_ text: String) -> Refusal {
        Refusal(.notSpreadsheet, text, "Save it as .ods.")
    }
}
