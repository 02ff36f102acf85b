public import GlossportReading

/// Reads Apple's .strings files in text form and as XML or binary property lists.
public struct StringsReader: Reader {
    /// The format, with its options and rules.
    public static let format = Format(
        id: "strings",
        name: "Apple .strings",
        extensions: ["strings", "stringsdict"],
        options: [
            ReaderOption(
                name: "encoding",
                help: "Encoding of files without a byte order mark. Default: UTF-8.",
                example: "windows-1252"
            ),
            ReaderOption(
                name: "baseLocale",
                help: "Locale of files in Base.lproj. Default: none.",
                example: "en"
            ),
        ],
        rules: StringsRule.all,
        recognize: { StringsReader.recognize($0) },
        reader: { try StringsReader(options: $0) }
    )

    private let wanted: KeyFilter?
    private let encoding: TextEncoding?
    private let locale: String?
    private let baseLocale: String?

    /// Creates a reader; throws ``GlossportError`` for an invalid option.
    public init(options: ReaderOptions) throws {
        wanted = options.wanted
        locale = options.locale
        baseLocale = options.values["baseLocale"]
        guard let name = options.values["encoding"] else {
            encoding = nil
            return
        }
        guard let known = TextEncoding(named: name) else {
            throw GlossportError(
                .invalidOption,
                "The encoding “\(name)” is not supported on this machine.",
                remedy: "Use an IANA name such as UTF-8, UTF-16LE, windows-1252 or Shift_JIS."
            )
        }
        encoding = known
    }

    /// Returns the confidence that a file is in this format, judged by its name and first bytes.
    public static func recognize(_ head: FilePrefix) -> Recognition { StringsRecognition.judge(head) }

    /// Reads a whole file.
    public func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary {
        // The output holds the closure only until the file has been read.
        try withoutActuallyEscaping(emit) { emit in
            let surrender = (rule: StringsRule.tooManyDefects, kind: "a .strings file")
            let locale = locale(of: source)
            var output = ReadingOutput(path: source.path, locale: locale, surrender: surrender, emit: emit)
            try read(source, into: &output)
            return output.summary
        }
    }

    private func read(_ source: SourceFile, into output: inout ReadingOutput) throws {
        judgeLocales(of: source, into: &output)
        if source.fileExtension == "stringsdict" {
            return output.finding(
                StringsRule.stringsDictionary,
                "\(source.name) contains plural forms, which retention messages do not have; nothing of it is read.",
                remedy: "Leave the file out; a text for a message belongs in a .strings file."
            )
        }
        let head = try source.head().bytes
        var detection = detect(head)
        let form = FileForm(head, encoding: detection.encoding, markLength: detection.markLength)
        guard detection.evidence != .zeroBytes || form == .xml || form == .binary else {
            return output.finding(
                StringsRule.unmarkedUTF16,
                "The file looks like \(detection.encoding) but has no byte order mark; nothing of it is read.",
                remedy: "Save the file as UTF-8, or set the option encoding to \(detection.encoding).",
                request: "Export the file again as UTF-8."
            )
        }
        if output.locale == nil, source.lprojName?.lowercased() == "base" {
            output.finding(
                StringsRule.baseLocale,
                "The file is in Base.lproj, which does not declare a language.",
                remedy: "Set the option baseLocale, for example to en.",
                request: "Name the folder after its language, such as de.lproj."
            )
        }
        switch form {
        case .binary: output.detect("form", "binary property list")
        case .xml: output.detect("form", "XML property list")
        case .text, .blank: break
        }
        if form == .binary {
            guard let bytes = try source.bytes(atMost: ReaderLimits.wholeFileBytes) else {
                return reportTooLarge(&output)
            }
            BinaryPropertyList.read(bytes, into: &output)
        } else {
            var source = source
            if form == .xml, encoding == nil {
                // Read once, because the file may be a stream.
                guard let bytes = try source.bytes(atMost: ReaderLimits.wholeFileBytes) else {
                    return reportTooLarge(&output)
                }
                source = SourceFile(path: source.path, bytes: bytes)
                let weighed = DeclaredEncoding(detection, head: head) { bytes }
                detection = weighed.detection
                if let declared = weighed.contradiction { report(declared, contradicts: detection.encoding, &output) }
            }
            output.detect("encoding", detection.encoding.name)
            guard let text = try source.text(as: detection) else { return reportTooLarge(&output) }
            let damage = text.failure.map { Damage($0, in: detection.encoding, of: source, locale: output.locale) }
            text.utf8.withUnsafeBytes { bytes in
                if form == .xml {
                    XMLPropertyList.read(bytes, damage, into: &output)
                } else {
                    StringsParser.read(bytes, damage, wanted: wanted, into: &output)
                }
            }
        }
        if output.summary.units == 0, output.errors == 0 {
            output.finding(
                StringsRule.empty,
                "The file contains no pairs\(form == .blank ? ": it is empty" : "").",
                remedy: "Deliver the translated file, or leave this one out."
            )
        }
    }

    /// Declares the file's own locale, and reports a contradiction between the names of folder and file.
    private func judgeLocales(of source: SourceFile, into output: inout ReadingOutput) {
        let folder = namedLocale(of: source)
        let fileName = source.fileNameLocale
        if let named = folder ?? fileName { output.declare(named) }
        // Glossport itself reports contradictions with the user's locale.
        guard locale == nil, let folder, let fileName, LanguageTag.contradict(folder, fileName) else { return }
        output.finding(
            StringsRule.languageMismatch,
            "The file is in a folder for \(folder.shortened), but is named after \(fileName.shortened);"
                + " \(folder.shortened) counts.",
            remedy: "Move the file to the right folder, or rename it."
        )
    }

    private func report(_ declared: String, contradicts encoding: TextEncoding, _ output: inout ReadingOutput) {
        output.finding(
            StringsRule.encodingMismatch,
            "The file declares the encoding \(declared), but is in \(encoding); it is read as \(encoding).",
            remedy: "Correct the encoding in the first line; other tools may refuse the file."
        )
    }

    private func reportTooLarge(_ output: inout ReadingOutput) {
        output.finding(
            StringsRule.tooLarge,
            "The file has more than \(ReaderLimits.wholeFileBytes >> 20) MiB; nothing of it is read.",
            remedy: "Divide the file."
        )
    }

    /// Returns the user's locale, otherwise the one that the folder or bundle declares, or in `Base.lproj` that of the
    /// `baseLocale` option.
    private func locale(of source: SourceFile) -> String? {
        locale ?? namedLocale(of: source) ?? (source.lprojName == nil ? nil : baseLocale)
    }

    /// Returns the locale declared by the folder or the enclosing bundle; `nil` for `Base`.
    private func namedLocale(of source: SourceFile) -> String? {
        guard let folder = source.lprojName else { return source.bundleLocale }
        return folder.lowercased() == "base" ? nil : folder
    }

    /// Detects the encoding; the option applies only to files without a byte order mark.
    private func detect(_ head: [UInt8]) -> TextEncoding.Detection {
        var detection = TextEncoding.detect(head)
        guard let encoding, detection.evidence != .byteOrderMark else { return detection }
        // If the option leaves the byte order open, the zero bytes may determine it.
        if !encoding.includes(detection.encoding) { detection.encoding = encoding }
        detection.evidence = .assumed
        return detection
    }
}

enum StringsRecognition {
    static func judge(_ head: FilePrefix) -> Recognition {
        let isNamed = StringsReader.format.extensions.contains(head.fileExtension)
        let detection = TextEncoding.detect(head.bytes)
        switch FileForm(head.bytes, encoding: detection.encoding, markLength: detection.markLength) {
        case .blank:
            return isNamed ? .byName : .no
        case .binary:
            // Any program may write a property list; only the name indicates that it contains texts.
            return isNamed ? .byContent : .no
        case .xml:
            let text = FileForm.text(of: head.bytes.dropFirst(detection.markLength), detection.encoding)
            return isNamed && text.contains("<plist") ? .byContent : .no
        case .text:
            let text = FileForm.text(of: head.bytes.dropFirst(detection.markLength), detection.encoding)
            return startsWithPair(text.utf8, unquoted: isNamed) ? .byContent : isNamed ? .byName : .no
        }
    }

    /// Whether the text begins with comments followed by `"key" =` or `"key";`.
    ///
    /// JSON has a colon in this place, and CSV a comma. Keys without quotation marks resemble many other languages, so
    /// they are accepted only with the right file name extension.
    private static func startsWithPair(_ text: String.UTF8View, unquoted: Bool) -> Bool {
        Array(text).withUnsafeBytes { bytes in
            var lexer = StringsLexer(bytes, isCutOff: true)
            var expected = Expected.key
            while let token = lexer.next(texts: expected == .key || expected == .value) {
                switch (token, expected) {
                case (.comment, _), (.mark(UInt8(ascii: "{")), .key): continue
                case (.text, .key) where unquoted || lexer.string.isQuoted: expected = .equals
                case (.mark(UInt8(ascii: "=")), .equals): expected = .value
                case (.text, .value): expected = .semicolon
                case (.mark(UInt8(ascii: ";")), .equals), (.mark(UInt8(ascii: ";")), .semicolon): return true
                default: return false
                }
            }
            // A long comment or text may fill the inspected prefix.
            return expected == .value || expected == .semicolon || (unquoted && bytes.count > 4_000)
        }
    }

    private enum Expected {
        case key
        case equals
        case value
        case semicolon
    }
}
