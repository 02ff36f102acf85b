import GlossportReading

/// A string token.
struct Text {
    /// What it says; `nil` if it is too long or has half a surrogate pair in it.
    var value: String?
    /// How many bytes of UTF-8 it has.
    var length: Int
    /// Whether it has half a surrogate pair in it.
    var isBroken = false
    /// Its doubtful escapes.
    var doubts: Doubts?

    /// Whether anything is to be said about it.
    var isSuspect: Bool { value == nil || doubts != nil }

    /// Kept apart and rarely made, so that texts stay small.
    final class Doubts {
        let first: EscapeSequence.Doubt
        var more = 0

        init(first: EscapeSequence.Doubt) { self.first = first }
    }
}

/// A comment token.
struct Comment {
    /// What it says, trimmed; `nil` if it is too long.
    var value: String?
    /// Whether it looks as if its end were missing, so that it runs over pairs up to the end of the next comment.
    var swallowsPairs: Bool
}

/// Collects a text or comment of which not everything stands in one piece in one window.
///
/// What lies in one piece never passes through here but becomes a string at once. Nothing is kept beyond
/// ``ReaderLimits/textBytes``; the rest is only counted.
struct TextBuffer {
    private var bytes: [UInt8] = []
    private var text = Text(length: 0)

    mutating func append(_ piece: Slice<UnsafeRawBufferPointer>) {
        text.length += piece.count
        if text.length <= ReaderLimits.textBytes { bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece)) }
    }

    mutating func append(_ escape: EscapeSequence) {
        if let doubt = escape.doubt {
            if let doubts = text.doubts { doubts.more += 1 } else { text.doubts = Text.Doubts(first: doubt) }
        }
        guard let scalar = escape.scalar else {
            text.isBroken = true
            // The buffer counts as used, even if nothing else is in it.
            text.length += 1
            return
        }
        let encoded = UTF8.encode(scalar)
        text.length += encoded?.count ?? 0
        if let encoded, text.length <= ReaderLimits.textBytes { bytes.append(contentsOf: encoded) }
    }

    /// The whole text, of which `tail` is the last or only piece.
    @inline(__always)
    mutating func finishText(with tail: Slice<UnsafeRawBufferPointer>) -> Text {
        if text.length == 0, tail.count <= ReaderLimits.textBytes {
            return Text(value: String(decoding: UnsafeRawBufferPointer(rebasing: tail), as: UTF8.self), length: tail.count)
        }
        append(tail)
        var whole = text
        if !whole.isBroken, whole.length <= ReaderLimits.textBytes {
            whole.value = String(decoding: bytes, as: UTF8.self)
        }
        reset()
        return whole
    }

    /// The whole comment, of which `tail` is the last or only piece.
    mutating func finishComment(with tail: Slice<UnsafeRawBufferPointer>, isBlock: Bool) -> Comment {
        if text.length == 0 { return Self.comment(UnsafeRawBufferPointer(rebasing: tail), isBlock) }
        append(tail)
        let whole = text.length > ReaderLimits.textBytes ? nil : bytes.withUnsafeBytes { Self.comment($0, isBlock) }
        reset()
        return whole ?? Comment(value: nil, swallowsPairs: false)
    }

    private mutating func reset() {
        bytes.removeAll(keepingCapacity: true)
        text = Text(length: 0)
    }

    private static func comment(_ bytes: UnsafeRawBufferPointer, _ isBlock: Bool) -> Comment {
        guard bytes.count <= ReaderLimits.textBytes else { return Comment(value: nil, swallowsPairs: false) }
        var start = 0
        var end = bytes.count
        while start < end, isSpace(bytes[start]) { start += 1 }
        while end > start, isSpace(bytes[end - 1]) { end -= 1 }
        let value = String(decoding: UnsafeRawBufferPointer(rebasing: bytes[start..<end]), as: UTF8.self)
        return Comment(value: value, swallowsPairs: isBlock && swallowsPairs(bytes))
    }

    /// Whether there is the beginning of another comment with something like `… = …;` before it.
    private static func swallowsPairs(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var from = 1
        while let star = ByteSearch.first(UInt8(ascii: "*"), in: bytes, from: from) {
            if bytes[star - 1] == UInt8(ascii: "/") {
                guard let equals = ByteSearch.first(UInt8(ascii: "="), in: bytes, from: 0, to: star) else {
                    return false
                }
                return ByteSearch.first(UInt8(ascii: ";"), in: bytes, from: equals, to: star) != nil
            }
            from = star + 1
        }
        return false
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || 0x09...0x0D ~= byte }
}
