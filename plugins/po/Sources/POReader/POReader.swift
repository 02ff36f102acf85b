public import GlossportReading

/// Reads gettext's PO files (`.po`) and templates (`.pot`) line by line.
public struct POReader: Reader {
    /// The format, with its options and rules.
    public static let format = Format(
        id: "po",
        name: "gettext PO",
        extensions: ["po", "pot"],
        options: [
            ReaderOption(
                name: "context",
                help: "Which part of an entry is its key: context (msgctxt; entries without one are skipped) or text "
                    + "(msgid). Default: the context if there is one, otherwise the text.",
                example: "context"
            )
        ],
        rules: PORule.all,
        recognize: { POReader.recognize($0) },
        reader: { try POReader(options: $0) }
    )

    /// The part of an entry that the `context` option selects as the key.
    enum KeyPart: String { case context, text }

    private let keyPart: KeyPart?
    private let locale: String?
    private let wanted: KeyFilter?

    /// Creates a reader; throws ``GlossportError`` for an invalid option.
    public init(options: ReaderOptions) throws {
        keyPart = try options.values["context"].map { value in
            guard let part = KeyPart(rawValue: value) else {
                throw GlossportError(
                    .invalidOption,
                    "The option “context” cannot be \(value.quoted).",
                    remedy: "Use context or text, or remove the option."
                )
            }
            return part
        }
        locale = options.locale
        wanted = options.wanted
    }

    /// Returns the confidence that a file is in this format, judged by its name and first bytes.
    public static func recognize(_ head: FilePrefix) -> Recognition {
        let isNamed = format.extensions.contains(head.fileExtension)
        return head.bytes.withUnsafeBytes { beginsWithEntry($0) } ? .byContent : isNamed ? .byName : .no
    }

    /// Whether the first line that is neither blank nor a comment starts with `msgid` or `msgctxt` and a text.
    private static func beginsWithEntry(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var start = bytes.starts(with: LineSplitter.mark) ? LineSplitter.mark.count : 0
        while start < bytes.count {
            let line = UnsafeRawBufferPointer(rebasing: bytes[start...].prefix { $0 != 0x0A && $0 != 0x0D })
            start += line.count + 1
            let first = POToken.endOfBlanks(in: line, from: 0)
            if first == line.count || line[first] == UInt8(ascii: "#") { continue }
            guard let token = POToken(line, at: first) else { return false }
            switch token.kind {
            case .keyword(.id, _), .keyword(.context, _):
                return token.end < line.count && line[token.end] == UInt8(ascii: "\"")
            default: return false
            }
        }
        return false
    }

    /// Reads a whole file.
    public func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary {
        // The output holds the closure only until the file has been read.
        try withoutActuallyEscaping(emit) { emit in
            var lines = LineSplitter()
            var head: [UInt8] = []
            var reading: POReading?
            func begin() -> POReading {
                POReading(source, POHeader(head), locale: locale, wanted: wanted, keyPart: keyPart, emit: emit)
            }
            try source.forEachChunk { chunk in
                if reading == nil {
                    head.append(contentsOf: chunk)
                    guard head.count >= POHeader.prefixBytes else { return }
                    reading = begin()
                    head.withUnsafeBytes { bytes in lines.take(bytes) { reading?.read($0, $1) } }
                    head = []
                } else if reading?.isOver == false {
                    lines.take(chunk) { reading?.read($0, $1) }
                }
            }
            var whole = reading ?? begin()
            head.withUnsafeBytes { bytes in lines.take(bytes) { whole.read($0, $1) } }
            lines.finish { whole.read($0, $1) }
            return whole.end()
        }
    }
}
