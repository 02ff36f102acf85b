import ArchiveParsing
import GlossportReading
import XMLParsing

final class SpreadsheetFile {
    private let source: SourceFile
    private let sheet: String?
    private let emit: (ReadEvent) -> Void
    private var tables: SpreadsheetReading
    /// The names of all sheets, including unread ones.
    private var names: [String] = []
    private var part: String?
    private var findings = 0

    private static let fileBytes = 64 << 20
    /// The maximum unpacked size of the content; it is streamed, so this limits time, not memory.
    private static let contentBytes = 1 << 30
    private static let maximumFindings = 1_000
    private static let maximumSheets = 1_024

    init(_ source: SourceFile, _ table: TableOptions, sheet: String?, _ emit: @escaping (ReadEvent) -> Void) {
        (self.source, self.sheet, self.emit) = (source, sheet, emit)
        tables = SpreadsheetReading(of: source.path, options: table)
    }

    func read() throws -> ReadSummary {
        do {
            guard let bytes = try source.bytes(atMost: Self.fileBytes) else {
                throw Refusal.tooLarge("The file has more than \(Self.fileBytes >> 20) MiB, which are not supported.")
            }
            // The engine reports an empty file.
            if !bytes.isEmpty { try read(bytes) }
        } catch let refusal as Refusal {
            report(refusal)
        }
        endSheet()
        tables.end(isSilent: findings == 0, emit: emit)
        return tables.summary
    }

    private func read(_ bytes: [UInt8]) throws {
        guard bytes.starts(with: [0x50, 0x4B]) else {
            throw source.name.hasPrefix("~$")
                ? Refusal(
                    .lockFile,
                    "The file is the lock file of a spreadsheet that is open; it contains no texts.",
                    "Delete it from the delivery."
                )
                : Refusal(
                    .notSpreadsheet,
                    "The file is not a zip archive, so it is not a spreadsheet.",
                    "Save it as .ods."
                )
        }
        do {
            var limits = Archive.Limits()
            limits.unpackedBytes = Self.contentBytes
            var archive = try Archive(bytes, limits: limits)
            try readContent(of: &archive)
        } catch let failure as ArchiveFailure {
            throw refusal(failure)
        } catch let failure as XMLBlockFailure {
            throw refusal(failure)
        }
        guard let sheet, !names.indices.contains(where: { isWanted(names[$0], number: $0 + 1) }) else { return }
        throw Refusal(
            .missingSheet,
            "The option sheet names “\(sheet.shown)”, which the file does not have.",
            "Its sheets are \(names.prefix(12).joined(separator: ", ")): write one of these, or its number from 1."
        )
    }

    private func readContent(of archive: inout Archive) throws {
        guard let entry = archive.entries.first(where: { $0.path == "content.xml" }) else {
            throw Refusal(.notSpreadsheet, "The zip archive contains no spreadsheet.", "Save it as .ods.")
        }
        if let manifest = archive.entries.first(where: { $0.path == "META-INF/manifest.xml" }) {
            var text: [UInt8] = []
            try archive.unpack(manifest) { block in
                text.append(contentsOf: block)
                return text.count < 1 << 20
            }
            if String(decoding: text, as: UTF8.self).contains("manifest:encryption-data") {
                throw Refusal(.encrypted, "The spreadsheet is protected by a password.", "Save it without one.")
            }
        }
        var rows = ContentRows(self)
        try XMLBlockParser.parse(driving: &rows) { take in
            try archive.unpack(entry) { block in
                try Task.checkCancellation()
                return try take(block)
            }
        }
        // Parsing stops silently when the task is canceled.
        try Task.checkCancellation()
        if let refusal = rows.refusal { throw refusal }
        if let excess = tables.excess {
            throw Refusal.tooLarge("The file has more than \(excess); the rest was not read.")
        }
    }

    private func refusal(_ failure: ArchiveFailure) -> Refusal {
        switch failure {
        case .damaged: .damaged("The zip archive is truncated or damaged.")
        case .encrypted: Refusal(.encrypted, "The spreadsheet is protected by a password.", "Save it without one.")
        case .tooManyEntries(let count): .tooLarge("The zip archive has more than \(count) entries.")
        case .tooLarge(let limit): .tooLarge("Its content inflates to more than \(limit >> 20) MiB.")
        case .bomb(_, let unpacked): .tooLarge("Its content inflates to \(unpacked) bytes.")
        }
    }

    private func refusal(_ failure: XMLBlockFailure) -> Refusal {
        switch failure {
        case .malformed(let line, let reason): .damaged("The XML is damaged in line \(line): \(reason).")
        case .encoding(let name):
            .damaged("The XML is in the encoding “\(name.shown)”, which a spreadsheet can't be in.")
        case .documentType: .damaged("The XML has a document type declaration, which no spreadsheet program writes.")
        case .tooDeep(let limit): .tooLarge("The XML has more than \(limit) nested elements.")
        case .tooManyNames(let limit): .tooLarge("The XML has more than \(limit) different names.")
        case .tagTooLong(let limit): .tooLarge("The XML has a tag of more than \(limit) bytes.")
        }
    }

    private func report(_ refusal: Refusal, at place: SourceLocation? = nil) {
        findings += 1
        let place = place ?? SourceLocation(path: source.path, line: 1, column: 1)
        emit(
            .finding(
                Finding(
                    refusal.rule.id,
                    refusal.rule.severity,
                    refusal.text,
                    remedy: refusal.remedy,
                    for: [.lockFile, .missingSheet].contains(refusal.rule) ? .team : .vendor,
                    at: place
                )
            )
        )
    }

    // MARK: For the parser

    /// Whether the options select a sheet; ignores case, Unicode normalization and surrounding spaces.
    private func isWanted(_ label: String, number: Int) -> Bool {
        guard let sheet else { return true }
        return sheet.lowercased() == label.trimmingWhitespace.lowercased() || sheet == String(number)
    }

    /// Starts a sheet; returns whether it is read.
    func beginSheet(_ name: String, isHidden: Bool) throws(Refusal) -> Bool {
        var label = name.isEmpty ? String(names.count + 1) : name.shown
        if names.contains(label) { label += " (\(names.count + 1))" }
        names.append(label)
        if names.count > Self.maximumSheets { throw .tooLarge("The file has more than \(Self.maximumSheets) sheets.") }
        guard isWanted(label, number: names.count) else { return false }
        part = label
        tables.beginSheet(label, isHidden: isHidden, isNamed: sheet != nil)
        return true
    }

    var wantsRows: Bool { tables.wantsRows && !Task.isCancelled }

    func take(_ row: TableRow) { tables.read(row, emit: emit) }

    /// Reports a row that cannot be passed on completely.
    func report(_ refusal: Refusal, row: Int) {
        guard findings < Self.maximumFindings, tables.readsSheet else { return }
        let path = part.map { "\(source.path)/\($0)" } ?? source.path
        report(refusal, at: SourceLocation(path: path, line: row, column: 1))
    }

    func endSheet() {
        if part != nil { tables.endSheet(emit: emit) }
        part = nil
    }
}
