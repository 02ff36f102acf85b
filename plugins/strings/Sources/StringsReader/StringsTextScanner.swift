import GlossportReading

/// Reads a .strings file in text form.
struct StringsTextScanner {
    private var lexer = StringsLexer()
    private var parser: StringsParser

    init(output: StringsOutput) { parser = StringsParser(output: output) }

    /// Reads a whole file.
    ///
    /// - Returns: The output with the final counts.
    /// - Throws: What reading from the disk throws.
    static func read(
        _ source: SourceFile,
        as detection: TextEncoding.Detection,
        into output: StringsOutput
    ) throws -> StringsOutput {
        var scanner = StringsTextScanner(output: output)
        let failure = try source.forEachTextChunk(
            encoding: detection.encoding,
            markLength: detection.markLength
        ) { scanner.scan($0, isLast: false) }
        scanner.finish(failure, detection.encoding)
        return scanner.parser.output
    }

    private mutating func scan(_ chunk: UnsafeRawBufferPointer, isLast: Bool) {
        guard !parser.hasGivenUp else { return }
        lexer.withWindow(chunk, isLast: isLast) { lexer in
            repeat { parser.passOver(&lexer) } while parser.step(&lexer)
        }
    }

    private mutating func finish(_ failure: DecodingFailure?, _ encoding: TextEncoding) {
        if let failure {
            parser.flush()
            if !parser.hasGivenUp { report(failure, encoding) }
            return
        }
        scan(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
        parser.finish(lexer)
    }

    private mutating func report(_ failure: DecodingFailure, _ encoding: TextEncoding) {
        let what =
            failure.truncated
            ? "The file ends inside a character; it was cut off."
            : "The bytes \(failure.hexadecimal) (at offset \(failure.byteOffset)) are not \(encoding) text;"
                + " the rest of the file is not read."
        parser.report(
            StringsRule.badBytes,
            what,
            remedy: failure.truncated
                ? "Ask for the file again."
                : "Save the file as UTF-8, or set the option encoding, for example to windows-1252.",
            at: lexer.placeAfterCarry()
        )
    }
}
