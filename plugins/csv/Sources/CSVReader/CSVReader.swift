public import GlossportReading

/// Reads CSV and TSV files with one row per text, one column per locale, or one row per message.
public struct CSVReader: Reader {
    /// The format, with its options and rules.
    public static let format = Format(
        id: "csv",
        name: "CSV, TSV",
        extensions: ["csv", "tsv", "txt"],
        options: TableFormat.csv.options + CSVOptions.own,
        rules: CSVRules.all + TableFormat.csv.rules,
        recognize: { CSVReader.recognize($0) },
        reader: { try CSVReader(options: $0) }
    )

    private let options: CSVOptions

    /// Creates a reader; throws ``GlossportError`` for an invalid option.
    public init(options: ReaderOptions) throws {
        self.options = try CSVOptions(options)
    }

    /// Returns the confidence that a file is in this format, judged by its name and first bytes.
    public static func recognize(_ head: FilePrefix) -> Recognition { CSVRecognition.recognize(head) }

    /// Reads a whole file.
    public func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary {
        let detected = TextEncoding.detect(try source.head().bytes)
        let encoding = Self.encoding(detected, options)
        if let wanted = options.encoding, !wanted.includes(encoding) {
            emit(.finding(Self.encodingConflict(wanted, encoding, in: source.path)))
        }
        let reading = CSVReading(
            source,
            options: options,
            encoding: .init("encoding", detected.markLength > 0 ? "\(encoding) with byte order mark" : "\(encoding)")
        )
        do {
            let failure = try source.forEachTextChunk(encoding: encoding, markLength: detected.markLength) { chunk in
                try reading.take(chunk, emit: emit)
            }
            try reading.end(failure, emit: emit)
        } catch is CSVReading.Stopped {
            // A finding has already reported the reason.
        }
        return reading.summary
    }

    /// Returns the encoding; a byte order mark overrides the option.
    ///
    /// If the option leaves the byte order open, the file's bytes determine it.
    private static func encoding(_ detected: TextEncoding.Detection, _ options: CSVOptions) -> TextEncoding {
        guard detected.evidence != .byteOrderMark, let wanted = options.encoding else { return detected.encoding }
        return wanted.includes(detected.encoding) ? detected.encoding : wanted
    }

    private static func encodingConflict(_ wanted: TextEncoding, _ found: TextEncoding, in path: String) -> Finding {
        Finding(
            .encodingConflict,
            .warning,
            "The options name \(wanted), but the file begins with the byte order mark of \(found) and was read in that encoding.",
            remedy: "Remove the option encoding.",
            for: .team,
            at: SourceLocation(path: path, line: 1, column: 1)
        )
    }
}
