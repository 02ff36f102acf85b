public import GlossportReading

/// Reads `.texts` files: one `key = text` a line; `#` starts a note on the next unit.
public struct TextsReader: Reader {
    /// The format, and every finding that the reader can emit.
    public static let format = Format(
        id: "texts",
        name: "key = text",
        extensions: ["texts"],
        options: [],
        rules: [
            RuleDescription("texts-empty", .warning, "The file holds no text. Usually an export that failed."),
            RuleDescription("texts-bad-bytes", .error, "Bytes that are no text. Nothing after them is read."),
            RuleDescription("texts-no-key", .error, "A line without `key =`, which is left out."),
            RuleDescription("texts-too-long", .error, "A line of more than 1 MiB, which is left out."),
        ],
        recognize: { TextsReader.recognize($0) },
        reader: { try TextsReader(options: $0) }
    )

    private let locale: String?

    /// Makes a reader; the format has no options of its own.
    public init(options: ReaderOptions) { locale = options.locale }

    /// Only the name identifies the format: any text could be one of these files.
    public static func recognize(_ head: FilePrefix) -> Recognition {
        head.fileExtension == "texts" ? .byName : .no
    }

    /// Reads a file line by line.
    public func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary {
        let detection = TextEncoding.detect(try source.head().bytes)
        var summary = ReadSummary()
        summary.detected = [ReadSummary.Detail("encoding", detection.encoding.name)]
        if let folder = source.lprojName {
            summary.declare(folder, at: SourceLocation(path: source.path, line: 1, column: 1))
        }
        var position = TextPosition()
        var line: [UInt8] = []
        var notes: [String] = []
        var findings = 0

        func report(_ rule: RuleID, _ text: String, remedy: String, at column: Int) {
            findings += 1
            let severity = Self.format.rules.first { $0.id == rule }?.severity ?? .error
            let place = SourceLocation(path: source.path, line: position.line, column: column)
            emit(.finding(Finding(rule, severity, text, remedy: remedy, at: place)))
        }

        /// Called before the line's end is counted, so `position` is still in the line.
        func endLine() {
            defer { line.removeAll(keepingCapacity: true) }
            guard line.count <= ReaderLimits.textBytes else {
                return report("texts-too-long", "A line is too long.", remedy: "Check the export.", at: 1)
            }
            let scalars = String(decoding: line, as: UTF8.self).unicodeScalars
            guard let first = scalars.first(where: { $0 != " " }) else { return }
            if first == "#" {
                if notes.count < ReaderLimits.notesPerUnit {
                    notes.append(String(scalars.drop { $0 == "#" || $0 == " " }))
                }
                return
            }
            // The notes belong to this line, even if the line is left out.
            defer { notes.removeAll() }
            let equals = scalars.firstIndex(of: "=") ?? scalars.startIndex
            let key = Self.trimmed(scalars[..<equals])
            guard !key.isEmpty else {
                return report("texts-no-key", "A line has no key.", remedy: "Write `key = text`.", at: 1)
            }
            let text = scalars[scalars.index(after: equals)...].drop { $0 == " " }
            let column = scalars.distance(from: scalars.startIndex, to: text.startIndex) + 1
            emit(
                .unit(
                    TranslationUnit(
                        key: key,
                        locale: locale ?? source.lprojName,
                        target: text.isEmpty ? nil : String(text),
                        state: text.isEmpty ? .untranslated : .translated,
                        notes: notes,
                        location: SourceLocation(path: source.path, line: position.line, column: column)
                    )
                )
            )
            summary.units += 1
        }

        let failure = try source.forEachTextChunk(encoding: detection.encoding, markLength: detection.markLength) {
            for byte in $0 {
                if byte == 0x0A || byte == 0x0D {
                    endLine()
                } else if line.count <= ReaderLimits.textBytes {
                    line.append(byte)
                }
                position.advance(over: byte)
            }
        }
        if let failure {
            // The line with these bytes is incomplete, and half a text is worse than none.
            report(
                "texts-bad-bytes",
                "The bytes \(failure.hexadecimal) are not \(detection.encoding).",
                remedy: "Save the file as UTF-8.",
                at: position.column
            )
        } else {
            endLine()
        }
        if summary.units == 0, findings == 0 {
            report("texts-empty", "The file holds no text.", remedy: "Deliver it again.", at: 1)
        }
        return summary
    }

    private static func trimmed(_ text: Substring.UnicodeScalarView) -> String {
        let start = text.drop { $0 == " " }
        let last = start.lastIndex { $0 != " " }
        return last.map { String(start[...$0]) } ?? ""
    }
}
