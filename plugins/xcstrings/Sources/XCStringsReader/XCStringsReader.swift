public import GlossportReading

/// Reads Apple's String Catalogs (`.xcstrings`): one JSON file with all locales of an app.
public struct XCStringsReader: Reader {
    /// The format, with its options and rules.
    public static let format = Format(
        id: "xcstrings",
        name: "Apple String Catalog",
        extensions: ["xcstrings"],
        options: [],
        rules: XCStringsRule.all,
        recognize: { XCStringsReader.recognize($0) },
        reader: { try XCStringsReader(options: $0) }
    )

    /// A catalog names the locale of each text, so the user's locale can only choose among them; others contradict it.
    private let onlyLocale: String?
    private let wanted: KeyFilter?

    /// Makes a reader.
    ///
    /// - Parameter options: The delivery's options.
    /// - Throws: ``GlossportError`` for an invalid option.
    public init(options: ReaderOptions) throws {
        onlyLocale = options.locale
        wanted = options.wanted
    }

    /// Returns whether a file is of the format, by its first bytes.
    ///
    /// - Parameter head: The file's name and first bytes.
    /// - Returns: How sure that is.
    public static func recognize(_ head: FilePrefix) -> Recognition {
        let isNamed = format.extensions.contains(head.fileExtension)
        // Two zero bytes of four, in UTF-16, make no difference to a search for ASCII words.
        let text = String(decoding: head.bytes.filter { $0 != 0 }, as: UTF8.self)
        let start = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" || $0 == "\u{FFFD}" }
        guard start.hasPrefix("{") else { return isNamed ? .byName : .no }
        let hasStrings = start.contains("\"strings\"")
        guard hasStrings, start.contains("\"sourceLanguage\"") || start.contains("\"localizations\"") else {
            return isNamed ? .byName : .no
        }
        return .byContent
    }

    /// Reads a whole file.
    ///
    /// - Parameters:
    ///   - source: The file.
    ///   - emit: Called with each unit and finding.
    /// - Returns: The totals.
    /// - Throws: Errors of reading from the disk.
    public func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary {
        // The closure lives in the output while the file is read, and not a moment longer.
        try withoutActuallyEscaping(emit) { emit in
            let surrender = (rule: XCStringsRule.tooManyDefects, kind: "a String Catalog")
            var output = ReadingOutput(path: source.path, surrender: surrender, emit: emit)
            let detection = TextEncoding.detect(try source.head().bytes)
            output.detect("encoding", detection.encoding.name)
            guard let text = try source.text(as: detection) else {
                output.finding(
                    XCStringsRule.tooLarge,
                    "The file has more than \(ReaderLimits.wholeFileBytes >> 20) MiB of text; nothing of it is read.",
                    remedy: "Divide the catalog."
                )
                return output.summary
            }
            return text.utf8.withUnsafeBytes { bytes in
                var parser = CatalogParser(
                    bytes,
                    output: output,
                    wanted: wanted,
                    onlyLocale: onlyLocale,
                    // Contradictions with the user's locale are found for all formats in the same way.
                    namedLocale: onlyLocale == nil ? source.fileNameLocale : nil
                )
                parser.read(text.failure, in: detection.encoding)
                return parser.output.summary
            }
        }
    }
}
