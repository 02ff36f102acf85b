import GlossportReading

/// An entry, as far as it has been read.
struct POEntry {
    /// The parts of an entry, in file order.
    enum Part: CaseIterable {
        case context, id, plural, string

        var keyword: String {
            switch self {
            case .context: "msgctxt"
            case .id: "msgid"
            case .plural: "msgid_plural"
            case .string: "msgstr"
            }
        }
    }

    var place: TextCursor.Place
    var notes: [String]
    var isFuzzy: Bool
    /// Whether the entry is skipped because of a defect that has been reported.
    var isSpoiled: Bool
    var fields: [Part: POField] = [:]
    /// The part that the next string extends.
    var last: Part?

    var isComplete: Bool { fields[.string] != nil }

    var name: String {
        for part in [Part.context, .id] {
            if let field = fields[part], field.length > 0 { return "The entry \(field.beginning.quoted)" }
        }
        return "The entry"
    }
}

/// One part of an entry: the joined strings after a keyword.
struct POField {
    /// The location of the first string, or of the keyword until a string follows.
    private(set) var place: TextCursor.Place
    private(set) var count = 0
    /// The length of the text in bytes, including bytes that were not kept.
    private(set) var length = 0
    /// The location and end offset of the first strings; in the header, each string is usually a field.
    private(set) var strings: [(place: TextCursor.Place, end: Int)] = []
    /// The text as UTF-8, except for bytes written as escapes.
    private(set) var bytes: [UInt8] = []
    /// The offsets of non-ASCII bytes written as escapes.
    private var escaped: [Int] = []

    private static let keptStrings = 128

    /// Creates a part without a string, at the location of its keyword.
    init(at place: TextCursor.Place) { self.place = place }

    var beginning: String { String(decoding: bytes.prefix(200), as: UTF8.self) }

    /// Appends the text between the quotation marks; returns its first invalid escape sequence, as written, with its
    /// offset.
    mutating func append(
        _ content: UnsafeRawBufferPointer,
        at place: TextCursor.Place
    ) -> (written: String, offset: Int)? {
        if count == 0 { self.place = place }
        count += 1
        var position = 0
        while let backslash = ByteSearch.first(UInt8(ascii: "\\"), in: content, from: position) {
            append(content[position..<backslash])
            guard let escape = POEscape(content, at: backslash) else {
                return (POEscape.written(content, at: backslash), backslash)
            }
            if escape.byte >= 0x80, length < ReaderLimits.textBytes { escaped.append(bytes.count) }
            append(CollectionOfOne(escape.byte))
            position = escape.end
        }
        append(content[position...])
        if strings.count < Self.keptStrings { strings.append((place, bytes.count)) }
        return nil
    }

    private mutating func append(_ piece: some Collection<UInt8>) {
        length += piece.count
        // An overlong text is only counted.
        if length <= ReaderLimits.textBytes { bytes.append(contentsOf: piece) }
    }

    /// Returns the text; `nil` if its escapes are invalid in the file's encoding.
    ///
    /// Bytes written as escapes may form a character, even across strings.
    func text(in encoding: TextEncoding) -> String? {
        if escaped.isEmpty { return String(decoding: bytes, as: UTF8.self) }
        if encoding == .utf8 { return String(validating: bytes, as: UTF8.self) }
        var text = ""
        var start = 0
        var next = escaped[...]
        while let first = next.first {
            text += String(decoding: bytes[start..<first], as: UTF8.self)
            // In these encodings, an ASCII byte may also be the second byte of a character.
            var end = first
            while end < bytes.count, bytes[end] < 0x80 || next.first == end {
                if next.first == end { next.removeFirst() }
                end += 1
            }
            guard let run = encoding.text(of: Array(bytes[first..<end])) else { return nil }
            text += run
            start = end
        }
        return text + String(decoding: bytes[start...], as: UTF8.self)
    }
}
