package import GlossportReading

/// Reads Apple's String Catalogs (`.xcstrings`): one JSON file with all locales of an app.
package struct XCStringsReader: Reader {
    package static let format = Format(
        id: "xcstrings",
        name: "Apple String Catalog",
        extensions: ["xcstrings"],
        options: [],
        rules: XCStringsRule.all,
        recognize: { XCStringsReader.recognize($0) },
        reader: { try XCStringsReader(options: $0) }
    ).cutting { file, _, annotations in try CatalogCutOut.cut(file, annotations) }

    /// A catalog names the locale of each text, so the user's locale can only choose among them; others contradict it.
    private let onlyLocale: String?
    private let wanted: KeyFilter?

    package init(options: ReaderOptions) throws {
        onlyLocale = options.locale
        wanted = options.wanted
    }

    package static func recognize(_ head: FileHead) -> Recognition {
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

    package func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary {
        // The closure lives in the output while the file is read, and not a moment longer.
        try withoutActuallyEscaping(emit) { emit in
            let output = CatalogOutput(path: source.path, wanted: wanted, emit: emit)
            return try CatalogScanner.read(source, into: output, onlyLocale: onlyLocale).summary
        }
    }
}
