import GlossportReading

/// Reads a catalog from its file.
struct CatalogScanner {
    private var lexer = JSONLexer()
    private var parser: CatalogParser

    /// Reads a whole file.
    static func read(
        _ source: SourceFile,
        into start: CatalogOutput,
        onlyLocale: String?
    ) throws -> CatalogOutput {
        var output = start
        let detection = TextEncoding.detect(try source.head().bytes)
        output.detected("encoding", detection.encoding.name)
        let language = try SourceLanguage.find(in: source, as: detection)
        if let language { output.detected("source language", language) }
        var scanner = CatalogScanner(
            parser: CatalogParser(output: output, sourceLanguage: language, onlyLocale: onlyLocale)
        )
        let failure = try source.forEachTextChunk(
            encoding: detection.encoding,
            markLength: detection.markLength
        ) { scanner.scan($0, isLast: false) }
        if let failure {
            scanner.report(failure, detection.encoding)
        } else {
            scanner.scan(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
            scanner.parser.finish(scanner.lexer)
        }
        return scanner.parser.output
    }

    private init(parser: CatalogParser) { self.parser = parser }

    private mutating func scan(_ chunk: UnsafeRawBufferPointer, isLast: Bool) {
        guard !parser.hasGivenUp else { return }
        lexer.withWindow(chunk, isLast: isLast) { parser.read(&$0) }
    }

    private mutating func report(_ failure: DecodingFailure, _ encoding: TextEncoding) {
        guard !parser.hasGivenUp else { return }
        parser.report(
            XCStringsRule.badBytes,
            failure.truncated
                ? "The file ends inside a character; it was cut off."
                : "The bytes \(failure.hexadecimal) (at offset \(failure.byteOffset)) are not \(encoding) text;"
                    + " the rest of the file is not read.",
            remedy: failure.truncated ? "Ask for the file again." : "Export the catalog again; it is UTF-8.",
            at: lexer.placeAfterCarry()
        )
    }
}
