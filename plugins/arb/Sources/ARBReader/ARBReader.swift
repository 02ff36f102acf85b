public import GlossportReading

/// Reads Application Resource Bundles (`.arb`), Flutter's files with the texts of one locale.
public struct ARBReader: Reader {
    /// The format, with its rules; it has no options.
    public static let format = Format(
        id: "arb",
        name: "Application Resource Bundle",
        extensions: ["arb"],
        options: [],
        rules: ARBRule.all,
        recognize: { ARBReader.recognize($0) },
        reader: { ARBReader(options: $0) }
    )

    private let locale: String?
    private let wanted: KeyFilter?

    /// Creates a reader.
    public init(options: ReaderOptions) {
        locale = options.locale
        wanted = options.wanted
    }

    /// Returns the confidence that a file is in this format, judged by its name and first bytes.
    public static func recognize(_ head: FilePrefix) -> Recognition {
        let isNamed = format.extensions.contains(head.fileExtension)
        let text = String(decoding: head.bytes, as: UTF8.self).trimmingWhitespace
        guard text.hasPrefix("{") else { return isNamed ? .byName : .no }
        return isNamed || text.contains("\"@@locale\"") ? .byContent : .no
    }

    /// Reads a whole file.
    public func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary {
        // The output holds the closure only until the file has been read.
        try withoutActuallyEscaping(emit) { emit in
            let surrender = (rule: ARBRule.tooManyDefects, kind: "an ARB file")
            let head = try source.head().bytes
            let detection = TextEncoding.detect(head)
            var output = ReadingOutput(path: source.path, locale: locale, surrender: surrender, emit: emit)
            guard detection.encoding == .utf8, !head.prefix(4).contains(0) else {
                output.finding(
                    ARBRule.badBytes,
                    "The file is in UTF-16 or UTF-32, not in UTF-8; nothing of it is read.",
                    remedy: "Save the file as UTF-8."
                )
                return output.summary
            }
            guard let text = try source.text(as: detection) else {
                output.finding(
                    ARBRule.tooLarge,
                    "The file has more than \(ReaderLimits.wholeFileBytes >> 20) MiB; nothing of it is read.",
                    remedy: "Divide the file."
                )
                return output.summary
            }
            return text.utf8.withUnsafeBytes { bytes in
                var parser = BundleParser(bytes, output, locale: locale, path: source.path, wanted: wanted)
                parser.read(text.failure)
                return parser.output.summary
            }
        }
    }
}
