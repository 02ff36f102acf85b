import GlossportReading
import XMLParsing

final class WorkbookReading {
    private let source: SourceFile
    private let options: XLSXOptions
    private let emit: (ReadEvent) -> Void
    private var tables: SpreadsheetReading
    private var findings = 0
    private var parts: Set<String> = []

    private static let fileBytes = 64 << 20
    private static let maximumFindings = 50_000

    init(_ source: SourceFile, _ options: XLSXOptions, _ emit: @escaping (ReadEvent) -> Void) {
        (self.source, self.options, self.emit) = (source, options, emit)
        tables = SpreadsheetReading(of: source.path, options: options.table)
    }

    func run() throws -> ReadSummary {
        do {
            guard let bytes = try source.bytes(atMost: Self.fileBytes) else {
                throw Refusal.tooLarge("The file has more than \(Self.fileBytes >> 20) MiB, which are not supported.")
            }
            // The engine reports an empty file.
            if !bytes.isEmpty { try read(bytes) }
        } catch let refusal as Refusal {
            report(refusal)
        }
        if hasReachedLimit {
            let much = tables.excess ?? "\(Self.maximumFindings.grouped) defects"
            report(
                Refusal(
                    .tooLarge,
                    "The workbook has more than \(much); the rest was not read.",
                    "Remove everything but translations from it, or divide it into several files."
                )
            )
        }
        tables.end(isSilent: findings == 0, emit: emit)
        return tables.summary
    }

    private func report(_ refusal: Refusal, in sheet: String? = nil, line: Int = 1, column: Int = 1) {
        findings += 1
        let path = sheet.map { "\(source.path)/\($0)" } ?? source.path
        let finding = Finding(
            refusal.rule.id,
            refusal.rule.severity,
            refusal.text,
            remedy: refusal.remedy,
            for: refusal.rule.audience,
            at: SourceLocation(path: path, line: line, column: column)
        )
        emit(.finding(finding))
    }

    private func read(_ bytes: [UInt8]) throws {
        try FileKind.check(bytes, source)
        var package = try Package(bytes)
        let book = try Workbook(&package)
        for sheet in try sheets(of: book) where !hasReachedLimit {
            tables.beginSheet(sheet.label, isHidden: sheet.isHidden, isNamed: options.sheet != nil)
            defer { tables.endSheet(emit: emit) }
            do { try read(sheet, of: book, &package) } catch let refusal as Refusal {
                // Also report this for a hidden sheet, because its relevance is unknown.
                if !tables.ignoresSheet { report(refusal, in: sheet.label) }
            }
        }
    }

    private func sheets(of book: Workbook) throws -> [Workbook.Sheet] {
        guard let wanted = options.sheet else { return book.sheets.filter { $0.kind != "chartsheet" } }
        var found = book.sheets.first { $0.isCalled(wanted) }
        if found == nil, let number = wanted.positive, number <= book.sheets.count { found = book.sheets[number - 1] }
        guard var found, found.part != nil else {
            let names = book.sheets.prefix(12).map { "“\($0.label.prefix(40))”" }.joined(separator: ", ")
            throw Refusal(
                .missingSheet,
                "The option sheet names “\(wanted.shown)”, which "
                    + (found == nil ? "the workbook does not have." : "is not a sheet with cells."),
                "Its sheets are \(names): write the name of one of these, or its number from 1."
            )
        }
        found.isHidden = false
        return [found]
    }

    private func read(_ sheet: Workbook.Sheet, of book: Workbook, _ package: inout Package) throws {
        guard let kind = sheet.kind else {
            throw Refusal.damaged("The workbook lists the sheet “\(sheet.label)”, of which it contains nothing.")
        }
        guard let part = sheet.part else { return leaveOut(sheet, kind) }
        guard parts.insert(part.lowercased()).inserted else {
            throw Refusal.damaged("The sheet “\(sheet.label)” has the part “\(part.shown)”, which is another sheet's.")
        }
        let frame = try package.parse(part, into: SheetFrame())
        let rows = SheetRows(
            of: book,
            frame,
            trims: options.trims,
            take: { self.take($0) },
            report: { refusal, line, column in
                if self.tables.readsSheet, self.findings < Self.maximumFindings {
                    self.report(refusal, in: sheet.label, line: line, column: column)
                }
            }
        )
        _ = try package.parse(part, into: rows, again: true)
    }

    /// Reports a sheet without cells, such as a dialog.
    private func leaveOut(_ sheet: Workbook.Sheet, _ kind: String) {
        if tables.ignoresSheet { return }
        let finding = Finding(
            XLSXRule.skippedSheet,
            .note,
            "The sheet “\(sheet.label)” is a \(kind.shown), not a sheet with cells, so it was not read.",
            remedy: "No action is needed unless it contains translations; these belong in a worksheet.",
            for: .team,
            at: SourceLocation(path: "\(source.path)/\(sheet.label)", line: 1, column: 1)
        )
        emit(.finding(finding))
    }

    private func take(_ row: TableRow) -> Bool {
        tables.read(row, emit: emit)
        return tables.wantsRows && !hasReachedLimit && !Task.isCancelled
    }

    private var hasReachedLimit: Bool { tables.excess != nil || findings >= Self.maximumFindings }
}

/// Checks the type of a file by its first bytes.
enum FileKind {
    /// Throws ``Refusal`` if the file is not a ZIP archive and therefore not a workbook.
    static func check(_ bytes: [UInt8], _ source: SourceFile) throws(Refusal) {
        let head = bytes.prefix(8)
        if head.starts(with: [0x50, 0x4B, 0x05, 0x06]) || [0x50, 0x4B, 0x03, 0x04].starts(with: head.prefix(4)) {
            return
        }
        if source.name.hasPrefix("~$") {
            throw Refusal(
                .lockFile,
                "The file is the lock file that Excel keeps while a workbook is open; it contains no texts.",
                "Delete it from the delivery."
            )
        }
        if head.elementsEqual([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]) {
            // The container of old Office files, and of new encrypted ones.
            guard hasEncryptedPackage(bytes) else {
                throw Refusal.notWorkbook("an old Excel file (.xls), whatever its name says")
            }
            throw Refusal(
                .encrypted,
                "The workbook is protected by a password.",
                "Open it with the password and save it without one."
            )
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
