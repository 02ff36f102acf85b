import GlossportReading

/// The parts of an entry that have been read.
struct POEntry {
    /// The parts of an entry, in the order in which they follow each other.
    enum Part: String, CaseIterable {
        case context = "msgctxt"
        case id = "msgid"
        case plural = "msgid_plural"
        case string = "msgstr"
    }

    var place: TextCursor.Place
    var notes: [String]
    var isFuzzy: Bool
    /// Whether a finding has been written that says why the entry is left out.
    var isSpoilt: Bool
    var fields = PartTable<POField>()
    /// The part to which the next string belongs.
    var last: Part?

    /// Whether the entry has everything that it needs.
    var isComplete: Bool { fields[.string] != nil }

    /// The entry's name in a finding.
    var name: String {
        for part in [Part.context, .id] {
            if let field = fields[part], field.length > 0 { return "The entry \(field.beginning.quoted)" }
        }
        return "The entry"
    }
}

/// A value for each part of an entry that has one.
struct PartTable<Value> {
    private var context: Value?
    private var id: Value?
    private var plural: Value?
    private var string: Value?

    /// The value of a part.
    subscript(part: POEntry.Part) -> Value? {
        get {
            switch part {
            case .context: context
            case .id: id
            case .plural: plural
            case .string: string
            }
        }
        _modify {
            switch part {
            case .context: yield &context
            case .id: yield &id
            case .plural: yield &plural
            case .string: yield &string
            }
        }
    }

    /// Whether no part has a value.
    var isEmpty: Bool { context == nil && id == nil && plural == nil && string == nil }
}

/// One part of an entry: the strings that follow a keyword, joined.
struct POField {
    /// The place of the first string, or of the keyword as long as there is none.
    private(set) var place: TextCursor.Place
    /// The number of strings.
    private(set) var count = 0
    /// The length of the text in bytes, which may be more than what is kept of it.
    private(set) var length = 0
    /// The first strings by place and end; the header has a field in each.
    private(set) var strings: [(place: TextCursor.Place, end: Int)] = []
    /// UTF-8, but for those bytes that were written as escapes.
    private(set) var bytes: [UInt8] = []
    /// The offsets of bytes that were written as escapes and are not ASCII.
    private var escaped: [Int] = []

    private static let keptStrings = 128

    /// Makes a part without a string.
    ///
    /// - Parameter place: The keyword's place.
    init(at place: TextCursor.Place) { self.place = place }

    /// The text's beginning, for a finding.
    var beginning: String { String(decoding: bytes.prefix(200), as: UTF8.self) }

    /// Appends a string.
    ///
    /// - Parameters:
    ///   - content: The text between the quotation marks.
    ///   - place: The opening quotation mark.
    /// - Returns: The first backslash that does not begin an escape sequence, as written, and its offset in the content.
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
        // Of a text that is too long, the rest is only counted.
        if length <= ReaderLimits.textBytes { bytes.append(contentsOf: piece) }
    }

    /// The text.
    ///
    /// Bytes that were written as escapes may be part of a character, also together with bytes of another string.
    ///
    /// - Parameter encoding: The file's encoding.
    /// - Returns: `nil` if the escapes are not text in the encoding.
    func text(in encoding: TextEncoding) -> String? {
        if escaped.isEmpty { return String(decoding: bytes, as: UTF8.self) }
        if encoding == .utf8 { return String(validating: bytes, as: UTF8.self) }
        var text = ""
        var start = 0
        var next = escaped[...]
        while let first = next.first {
            text += String(decoding: bytes[start..<first], as: UTF8.self)
            // In these encodings an ASCII byte, too, may be the second one of a character.
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
