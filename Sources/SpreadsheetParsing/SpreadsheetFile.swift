public import GlossportReading

/// The reading of one spreadsheet file: passes its rows to the table engine, and reports why others can't be read.
public final class SpreadsheetFile {
    /// The sheet that the options name.
    public let sheet: String?
    private let source: SourceFile
    private let format: TableFormat
    private let emit: (ReadEvent) -> Void
    private var tables: SpreadsheetReading
    /// The open sheet.
    private var label: String?
    private var findings = 0

    private static let fileBytes = 64 << 20
    private static let maximumFindings = 50_000

    /// Creates the reading of a file.
    public init(_ source: SourceFile, _ options: SpreadsheetOptions, _ emit: @escaping (ReadEvent) -> Void) {
        (self.source, self.format, self.emit) = (source, options.table.format, emit)
        sheet = options.sheet
        tables = SpreadsheetReading(of: source.path, options: options.table)
    }

    /// Reads the file; `body` receives its bytes, and may throw ``Refusal``.
    public func read(_ body: ([UInt8]) throws -> Void) throws -> ReadSummary {
        do {
            guard let bytes = try source.bytes(atMost: Self.fileBytes) else {
                throw Refusal.tooLarge("The file has more than \(Self.fileBytes >> 20) MiB, which are not supported.")
            }
            // The engine reports an empty file.
            if !bytes.isEmpty { try body(bytes) }
        } catch let refusal as Refusal {
            report(refusal, at: source.path)
        }
        endSheet()
        if hasReachedLimit {
            let much = tables.excess ?? "\(Self.maximumFindings.grouped) defects"
            report(
                Refusal(
                    .tooLarge,
                    "The workbook has more than \(much); the rest was not read.",
                    "Remove everything but translations from it, or divide it into several files."
                ),
                at: source.path
            )
        }
        tables.end(isSilent: findings == 0, emit: emit)
        return tables.summary
    }

    /// Whether reading must end, which ``read(_:)`` reports.
    public var hasReachedLimit: Bool { tables.excess != nil || findings >= Self.maximumFindings }

    private func report(_ refusal: Refusal, at path: String, line: Int = 1, column: Int = 1) {
        findings += 1
        // OpenDocument's rules do not distinguish a document type from other damage.
        let rule = refusal.rule == .doctype && format.id == "ods" ? .damaged : refusal.rule
        let finding = Finding(
            rule.id(in: format),
            rule.severity,
            refusal.text,
            remedy: refusal.remedy,
            for: rule.audience,
            at: SourceLocation(path: path, line: line, column: column)
        )
        emit(.finding(finding))
    }

    // MARK: Sheets

    /// Starts a sheet; its label must be unique in the file.
    public func beginSheet(_ label: String, isHidden: Bool) {
        self.label = label
        tables.beginSheet(label, isHidden: isHidden, isNamed: sheet != nil)
    }

    /// Ends the sheet, if one has begun.
    public func endSheet() {
        if label != nil { tables.endSheet(emit: emit) }
        label = nil
    }

    /// Whether the options exclude the sheet, so that its defects are irrelevant.
    public var ignoresSheet: Bool { tables.ignoresSheet }

    /// Whether further rows of the sheet are needed.
    public var wantsRows: Bool { tables.wantsRows && !hasReachedLimit && !Task.isCancelled }

    /// Reads the next row of the sheet.
    public func take(_ row: TableRow) { tables.read(row, emit: emit) }

    /// Reports why the sheet was not read.
    public func reportSheet(_ refusal: Refusal) {
        // Also for a hidden sheet, because its relevance is unknown.
        if !ignoresSheet { report(refusal, at: path) }
    }

    /// Reports why a part of the sheet was not read, unless the whole sheet is not.
    public func report(_ refusal: Refusal, line: Int, column: Int = 1) {
        if tables.readsSheet, findings < Self.maximumFindings { report(refusal, at: path, line: line, column: column) }
    }

    private var path: String { label.map { "\(source.path)/\($0)" } ?? source.path }
}

/// The labels of a file's sheets, which are unique and fit into a message.
public struct SheetLabels {
    /// The labels in the order of the sheets.
    public private(set) var all: [String] = []

    private static let maximum = 1_024

    /// Creates an empty list.
    public init() {}

    /// Adds a sheet by its name, and returns its label.
    public mutating func add(_ name: String) throws(Refusal) -> String {
        let number = all.count + 1
        var label = name.isEmpty ? String(number) : name.shown
        if all.contains(label) { label += " (\(number))" }
        all.append(label)
        if number > Self.maximum { throw .tooLarge("The workbook has more than \(Self.maximum.grouped) sheets.") }
        return label
    }
}
