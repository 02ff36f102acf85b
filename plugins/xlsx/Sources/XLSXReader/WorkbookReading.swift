import GlossportReading
import SpreadsheetParsing

final class WorkbookReading {
    private let source: SourceFile
    private let options: XLSXOptions
    private let emit: (ReadEvent) -> Void
    private let file: SpreadsheetFile
    private var parts: Set<String> = []

    init(_ source: SourceFile, _ options: XLSXOptions, _ emit: @escaping (ReadEvent) -> Void) {
        (self.source, self.options, self.emit) = (source, options, emit)
        file = SpreadsheetFile(source, options.spreadsheet, emit)
    }

    func run() throws -> ReadSummary { try file.read(read) }

    private func read(_ bytes: [UInt8]) throws {
        try FileKind.check(bytes, source)
        var package = try PartArchive(bytes, ignoresCase: true)
        let book = try Workbook(&package)
        for sheet in try sheets(of: book) where !file.hasReachedLimit {
            file.beginSheet(sheet.label, isHidden: sheet.isHidden)
            defer { file.endSheet() }
            do { try read(sheet, of: book, &package) } catch let refusal as Refusal { file.reportSheet(refusal) }
        }
    }

    private func sheets(of book: Workbook) throws -> [Workbook.Sheet] {
        guard let wanted = file.sheet else { return book.sheets.filter { $0.kind != "chartsheet" } }
        var found = book.sheets.first { $0.isCalled(wanted) }
        if found == nil, let number = wanted.positive, number <= book.sheets.count { found = book.sheets[number - 1] }
        guard var found, found.part != nil else {
            throw Refusal.missingSheet(wanted, exists: found != nil, labels: book.sheets.map(\.label))
        }
        found.isHidden = false
        return [found]
    }

    private func read(_ sheet: Workbook.Sheet, of book: Workbook, _ package: inout PartArchive) throws {
        guard let kind = sheet.kind else {
            throw Refusal.damaged("The workbook lists the sheet “\(sheet.label)”, of which it contains nothing.")
        }
        guard let part = sheet.part else { return leaveOut(sheet, kind) }
        guard parts.insert(part.lowercased()).inserted else {
            throw Refusal.damaged("The sheet “\(sheet.label)” has the part “\(part.shown)”, which is another sheet's.")
        }
        let frame = try package.parse(part, into: SheetFrame())
        _ = try package.parse(part, into: SheetRows(of: book, frame, trims: options.trims, file), again: true)
    }

    /// Reports a sheet without cells, such as a dialog.
    private func leaveOut(_ sheet: Workbook.Sheet, _ kind: String) {
        if file.ignoresSheet { return }
        let finding = Finding(
            // The engine's rule for skipped sheets; here, the sheet's kind identifies them.
            "xlsx-skipped-sheet",
            .note,
            "The sheet “\(sheet.label)” is a \(kind.shown), not a sheet with cells, so it was not read.",
            remedy: "No action is needed unless it contains translations; these belong in a worksheet.",
            for: .team,
            at: SourceLocation(path: "\(source.path)/\(sheet.label)", line: 1, column: 1)
        )
        emit(.finding(finding))
    }
}

extension Refusal {
    static func notWorkbook(_ what: String) -> Refusal {
        Refusal(.notWorkbook, "The file is \(what).", "Save it as “Excel Workbook (.xlsx)”.")
    }
}

/// Checks the type of a file by its first bytes.
enum FileKind {
    /// Throws ``Refusal`` if the file is not a ZIP archive and therefore not a workbook.
    static func check(_ bytes: [UInt8], _ source: SourceFile) throws(Refusal) {
        let head = bytes.prefix(8)
        if head.starts(with: [0x50, 0x4B, 0x05, 0x06]) || [0x50, 0x4B, 0x03, 0x04].starts(with: head.prefix(4)) {
            return
        }
        if source.name.hasPrefix("~$") { throw .lockFile }
        if head.elementsEqual([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
            // The container of old Office files, and of new encrypted ones.
            guard hasEncryptedPackage(bytes) else {
                throw Refusal.notWorkbook("an old Excel file (.xls), whatever its name says")
            }
            throw .encrypted
        }
        let text = head.drop { [0xEF, 0xBB, 0xBF, 0x20, 0x09, 0x0D, 0x0A].contains($0) }
        throw .notWorkbook(
            text.first == UInt8(ascii: "<")
                ? "a web page or other XML, not a workbook" : "not a zip archive, so it is not a workbook"
        )
    }

    private static func hasEncryptedPackage(_ bytes: [UInt8]) -> Bool {
        let name = Array("EncryptedPackage".utf8).flatMap { (byte: UInt8) -> [UInt8] in [byte, 0] }
        return bytes.withUnsafeBytes { bytes in
            var start = 0
            while let found = ByteSearch.first(name[0], in: bytes, from: start) {
                if bytes[found...].starts(with: name) { return true }
                start = found + 1
            }
            return false
        }
    }
}
