import GlossportReading

/// A string element that is being read.
struct StringDraft {
    /// The text between two tags.
    struct Segment {
        var bytes: [UInt8]
        /// Whether quotation marks and white space before it have no effect on it.
        var isFresh: Bool
    }

    let key: String
    /// The place of the text; of the start tag, as long as there is none.
    private(set) var place: TextCursor.Place
    private(set) var hasText = false
    /// The length of the text as written, with quoting.
    private(set) var length = 0
    private(set) var segments: [Segment] = []
    /// The names of the formatting elements in it, each once.
    private(set) var formatting: [String] = []
    /// The first element in it that is neither formatting nor a placeholder.
    private(set) var foreign: String?
    /// Whether each open element in it is formatting.
    private var open: [Bool] = []
    private var bytes: [UInt8] = []
    private var isFresh = false

    init(key: String, at place: TextCursor.Place) { (self.key, self.place) = (key, place) }

    mutating func startText(at place: TextCursor.Place) { (self.place, hasText) = (place, true) }

    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        length += text.count
        if length <= ReaderLimits.textBytes { bytes.append(contentsOf: text) }
    }

    /// Takes the start tag of an element in the text.
    mutating func start(_ element: String, isFormatting: Bool, isPlaceholder: Bool) {
        if isFormatting {
            if !formatting.contains(element) { formatting.append(element) }
        } else if !isPlaceholder {
            foreign = foreign ?? element
        }
        open.append(isFormatting)
        close(isFormatting: isFormatting)
    }

    /// Takes the end tag of the innermost element in the text.
    mutating func end() { close(isFormatting: open.popLast() ?? false) }

    /// Takes the end tag of the string itself.
    mutating func finish() { close(isFormatting: false) }

    /// In `<b>`, but not in `<xliff:g>`, quotation marks and white space begin anew.
    private mutating func close(isFormatting: Bool) {
        if !bytes.isEmpty {
            segments.append(Segment(bytes: bytes, isFresh: isFresh))
            bytes = []
            isFresh = false
        }
        isFresh = isFresh || isFormatting
    }

    /// The whole text as written, without white space around it.
    var raw: String { String(decoding: StringResolver.trimmed(segments.flatMap(\.bytes)[...]), as: UTF8.self) }
}
