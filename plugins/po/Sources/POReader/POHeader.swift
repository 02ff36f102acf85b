import GlossportReading

/// The header: the first entry if its msgid is empty.
///
/// It is read before all other entries, and as Latin-1, which accepts any bytes, because it declares the encoding of
/// the file.
struct POHeader {
    /// The minimum length in bytes of the prefix that is searched for the header, unless the file is shorter.
    static let prefixBytes = 1 << 16

    /// A value in the header, and the location of its string.
    struct Value {
        var text: String
        var place: TextCursor.Place
    }

    /// The location of the entry; `nil` if the file has no header.
    private(set) var place: TextCursor.Place?
    private(set) var charset: Value?
    /// The value of `Language`, with one scalar for each byte.
    private(set) var language: Value?
    let isWide: Bool
    let hasMark: Bool

    /// Reads the header from the beginning of a file.
    init(_ head: [UInt8]) {
        let start = head.prefix(4)
        isWide = start.starts(with: [0xFF, 0xFE]) || start.starts(with: [0xFE, 0xFF]) || start.contains(0)
        hasMark = head.starts(with: LineSplitter.mark)
        if let entry = Self.firstEntry(of: head), entry.fields[.context] == nil, entry.fields[.id]?.length == 0 {
            place = entry.place
            take(entry)
        }
    }

    /// Returns the first entry, unless it is preceded by or contains a defect.
    private static func firstEntry(of head: [UInt8]) -> POEntry? {
        var parser = EntryParser()
        var lines = LineSplitter()
        var first: EntryParser.Event?
        func read(_ bytes: UnsafeRawBufferPointer, _ line: POLine) {
            guard first == nil else { return }
            var text = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
            text.withUTF8 { parser.read(UnsafeRawBufferPointer($0), POLine(number: line.number)) }
            first = parser.takeEvents().first
        }
        head.withUnsafeBytes { lines.take($0, read) }
        lines.finish(read)
        if first == nil {
            parser.finish()
            first = parser.takeEvents().first
        }
        if case .entry(let entry, _) = first { return entry }
        return nil
    }

    private mutating func take(_ entry: POEntry) {
        guard let field = entry.fields[.string] else { return }
        var start = 0
        // Fields are separate strings or lines; some tools omit the \n between strings.
        for (place, end) in field.strings {
            for line in field.bytes[start..<end].split(separator: 0x0A) {
                let text = String(decoding: line, as: UTF8.self)
                guard let colon = text.firstIndex(of: ":") else { continue }
                let value = text[text.index(after: colon)...]
                switch text[..<colon].lowercased() {
                case "language" where language == nil:
                    let name = String(value).trimmingWhitespace
                    if !name.isEmpty, !name.utf8.contains(0) { language = Value(text: name, place: place) }
                case "content-type" where charset == nil:
                    let name = value.firstMatch(of: /charset=([^\s;]+)/.ignoresCase())?.1
                    charset = name.map { Value(text: String($0), place: place) }
                default: break
                }
            }
            start = end
        }
    }
}
