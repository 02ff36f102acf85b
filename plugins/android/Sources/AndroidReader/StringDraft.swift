import GlossportReading

/// A string element that is being read.
struct StringDraft {
    struct Segment {
        var bytes: [UInt8]
        /// Whether quotation and white space start anew in it, unaffected by earlier segments.
        var isFresh: Bool
    }

    let key: String
    /// The location of the text, or of the start tag until text is found.
    private(set) var place: TextCursor.Place
    private(set) var hasText = false
    /// The length of the raw text, including quoting.
    private(set) var length = 0
    private(set) var segments: [Segment] = []
    /// The distinct names of its formatting elements.
    private(set) var formatting: [String] = []
    /// The first element that is neither formatting nor a placeholder.
    private(set) var foreign: String?
    private var open: [Bool] = []
    private var bytes: [UInt8] = []
    private var isFresh = false

    init(key: String, at place: TextCursor.Place) { (self.key, self.place) = (key, place) }

    mutating func startText(at place: TextCursor.Place) { (self.place, hasText) = (place, true) }

    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        length += text.count
        if length <= ReaderLimits.textBytes { bytes.append(contentsOf: text) }
    }

    /// Handles the start tag of an element inside the text.
    mutating func start(_ element: String, isFormatting: Bool, isPlaceholder: Bool) {
        if isFormatting {
            if !formatting.contains(element) { formatting.append(element) }
        } else if !isPlaceholder {
            foreign = foreign ?? element
        }
        open.append(isFormatting)
        close(isFormatting: isFormatting)
    }

    mutating func end() { close(isFormatting: open.popLast() ?? false) }

    mutating func finish() { close(isFormatting: false) }

    /// Ends a segment; after `<b>`, but not after `<xliff:g>`, quotation and white space start anew.
    private mutating func close(isFormatting: Bool) {
        if !bytes.isEmpty {
            segments.append(Segment(bytes: bytes, isFresh: isFresh))
            bytes = []
            isFresh = false
        }
        isFresh = isFresh || isFormatting
    }

    var raw: String { String(decoding: StringResolver.trimmed(segments.flatMap(\.bytes)[...]), as: UTF8.self) }
}
