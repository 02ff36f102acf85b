public import GlossportReading

/// Reads Apple's String Catalogs (`.xcstrings`), JSON files with all locales of an app.
public struct XCStringsReader: Reader {
    /// The format, with its rules; it has no options.
    public static let format = Format(
        id: "xcstrings",
        name: "Apple String Catalog",
        extensions: ["xcstrings"],
        options: [],
        rules: XCStringsRule.all,
        recognize: { XCStringsReader.recognize($0) },
        reader: { try XCStringsReader(options: $0) }
    )

    /// The user's locale; a catalog declares the locale of each text, so this only selects texts.
    private let onlyLocale: String?
    private let wanted: KeyFilter?

    /// Creates a reader; never throws, because there are no options.
    public init(options: ReaderOptions) throws {
        onlyLocale = options.locale
        wanted = options.wanted
    }

    /// Returns the confidence that a file is in this format, judged by its name and first bytes.
    public static func recognize(_ head: FilePrefix) -> Recognition {
        let isNamed = format.extensions.contains(head.fileExtension)
        // Without its zero bytes, UTF-16 can be searched for ASCII words.
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
    public func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary {
        // The output holds the closure only until the file has been read.
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
                    // Glossport itself reports contradictions with the user's locale.
                    namedLocale: onlyLocale == nil ? source.fileNameLocale : nil
                )
                parser.read(text.failure, in: detection.encoding)
                return parser.output.summary
            }
        }
    }
}
