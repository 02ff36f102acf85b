public import GlossportReading
import XMLParsing

/// Reads XLIFF 1.0 to 2.2, and the dialects of translation tools.
///
/// libxml2 parses the file as a stream, so memory use is bounded. Units are emitted as their elements end; if a file is
/// truncated, all units before that point are emitted.
public struct XLIFFReader: Reader {
    /// The format, with its options and rules.
    public static let format = Format(
        id: "xliff",
        name: "XLIFF 1.0, 1.1, 1.2, 2.0, 2.1, 2.2",
        extensions: ["xliff", "xlf", "sdlxliff", "mxliff", "mqxliff"],
        options: [
            ReaderOption(
                name: "key",
                help: """
                    Place of a unit's key: resname (name in XLIFF 2), id, or a context type. Default: resname or name if present, \
                    otherwise id; in .mxliff the context x-key before both.
                    """,
                example: "context:x-key"
            ),
            ReaderOption(
                name: "fileFilter",
                help: """
                    Patterns for the original attribute of file elements, separated by commas, with * and ?. Default: all file \
                    elements are read.
                    """,
                example: "*Retention.strings, *Retention.xcstrings"
            ),
            ReaderOption(
                name: "includeUntranslatable",
                help: "Whether to read units with translate=\"no\". Default: they are counted and skipped.",
                example: "true"
            ),
            ReaderOption(
                name: "space",
                help: """
                    preserve keeps white space unchanged; collapse replaces each run with one space. Default: according to \
                    xml:space in the file, otherwise collapse.
                    """,
                example: "preserve"
            ),
        ],
        rules: XLIFFRule.allCases.map(\.description),
        recognize: { XLIFFReader.recognize($0) },
        reader: { try XLIFFReader(options: $0) }
    )

    private let options: XLIFFOptions

    /// Creates a reader; throws ``GlossportError`` for an invalid option.
    public init(options: ReaderOptions) throws { self.options = try XLIFFOptions(options) }

    /// Returns the confidence that a file is in this format, judged by its name and first bytes.
    public static func recognize(_ head: FilePrefix) -> Recognition {
        switch XMLHead(head.bytes).name?.split(separator: ":").last {
        case "xliff": .byContent
        // Not XML, or the prologue is too long; the name decides, so that the reader can report defects.
        case nil: format.extensions.contains(head.fileExtension) ? .byName : .no
        default: .no
        }
    }

    /// Reads a whole file.
    public func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary {
        try withoutActuallyEscaping(emit) { emit in
            try FileReading(source: source, options: options, emit: emit).run()
        }
    }
}
