private import CLibrary
import GlossportReading

/// A text under construction: UTF-8 with bytes in between that say how white space counts.
///
/// The marks are bytes that UTF-8 never uses, so a text without marks, which nearly all are, costs nothing extra.
struct MarkedText {
    /// The bytes after it are exact.
    private static let exact: UInt8 = 0xFE
    /// White space after it collapses.
    private static let collapsing: UInt8 = 0xFD
    /// The byte after it stays whatever the mode.
    private static let literal: UInt8 = 0xFF

    private var bytes: [UInt8] = []
    private var isExactAtStart = false
    private var isExact = false
    private var hasMarks = false
    /// Whether something was left out because the text grew too long.
    private(set) var isTooLong = false
    /// Whether a line break between two words has become a space, unless the next line is indented: that is only laid out so.
    private(set) var hasFoldedBreak = false

    var count: Int { bytes.count }
    var isEmpty: Bool { bytes.isEmpty }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        hasMarks = false
        isTooLong = false
        hasFoldedBreak = false
    }

    /// Starts a part: its text follows.
    ///
    /// - Parameter exact: Whether its white space is kept as it is.
    mutating func begin(exact: Bool) {
        if bytes.isEmpty {
            isExactAtStart = exact
        } else if exact != isExact {
            bytes.append(exact ? Self.exact : Self.collapsing)
            hasMarks = true
        }
        isExact = exact
    }

    mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
        guard bytes.count + text.count <= ReaderLimits.textBytes else {
            isTooLong = true
            return
        }
        bytes.append(contentsOf: text)
    }

    /// Appends characters that stand for a code; a line feed among them survives collapsing.
    mutating func append(characters: String) {
        guard bytes.count + characters.utf8.count * 2 <= ReaderLimits.textBytes else {
            isTooLong = true
            return
        }
        for byte in characters.utf8 {
            if byte == 0x0A {
                bytes.append(Self.literal)
                hasMarks = true
            }
            bytes.append(byte)
        }
    }

    /// Appends one part, as begun by ``begin(exact:)``, of another text.
    mutating func append(_ part: Range<Int>, of other: MarkedText, exact: Bool) {
        begin(exact: exact)
        bytes.append(contentsOf: other.bytes[part])
        hasMarks = hasMarks || other.hasMarks
        isTooLong = isTooLong || other.isTooLong
    }

    /// Whether there is nothing but white space in a range.
    func isBlank(_ range: Range<Int>) -> Bool {
        bytes[range].allSatisfy { Self.isSpace($0) || $0 >= Self.collapsing }
    }

    /// The text as plain text, or `nil` if nothing is in it.
    mutating func string() -> String? {
        if bytes.isEmpty { return nil }
        if hasMarks || (isExactAtStart ? hasCarriageReturn : needsCollapsing) { return flattened() }
        return String(decoding: bytes, as: UTF8.self)
    }

    // MARK: White space

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A || byte == 0x09 || byte == 0x0D }

    private var hasCarriageReturn: Bool {
        bytes.withUnsafeBytes { all in all.baseAddress.flatMap { memchr($0, 0x0D, all.count) } != nil }
    }

    /// Whether anything but single spaces between words is there; looks at eight bytes at a time.
    private var needsCollapsing: Bool {
        bytes.withUnsafeBytes { all in
            guard let first = all.first, let last = all.last else { return false }
            if first == 0x20 || last == 0x20 { return true }
            let ones: UInt64 = 0x0101_0101_0101_0101
            let highs = ones &* 0x80
            var index = 0
            while index + 8 < all.count {
                let word = all.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                // A byte below 0x20 somewhere, which borrows its highest bit.
                if (word &- ones &* 0x20) & ~word & highs != 0 { return true }
                // A space in each of two neighbouring bytes: zero in what differs from spaces, exact byte by byte.
                let next = all.loadUnaligned(fromByteOffset: index + 1, as: UInt64.self)
                let difference = (word ^ ones &* 0x20) | (next ^ ones &* 0x20)
                if ~(((difference & ~highs) &+ ~highs) | difference | ~highs) != 0 { return true }
                index += 8
            }
            while index < all.count {
                if all[index] < 0x20 || (all[index] == 0x20 && all[index + 1] == 0x20) { return true }
                index += 1
            }
            return false
        }
    }

    private mutating func flattened() -> String? {
        var output: [UInt8] = []
        output.reserveCapacity(bytes.count)
        var isExact = isExactAtStart
        var isSpacePending = false
        var isAfterBreak = false
        var endsInBreak = false
        var foldsBreak = false
        var index = 0

        func put(_ byte: UInt8) {
            if isSpacePending, !output.isEmpty {
                output.append(0x20)
                foldsBreak = foldsBreak || endsInBreak
            }
            isSpacePending = false
            isAfterBreak = false
            output.append(byte)
        }

        while index < bytes.count {
            let byte = bytes[index]
            index += 1
            switch byte {
            case Self.exact: isExact = true
            case Self.collapsing: isExact = false
            case Self.literal:
                guard index < bytes.count else { break }
                // A line break swallows the white space around it.
                if !isExact { isSpacePending = false }
                put(bytes[index])
                isAfterBreak = true
                index += 1
            case 0x0D where isExact:
                if index < bytes.count, bytes[index] == 0x0A { index += 1 }
                put(0x0A)
            case _ where !isExact && Self.isSpace(byte):
                isSpacePending = isSpacePending || !(output.isEmpty || isAfterBreak)
                endsInBreak = byte == 0x0A || byte == 0x0D
            default: put(byte)
            }
        }
        hasFoldedBreak = foldsBreak
        return output.isEmpty ? nil : String(decoding: output, as: UTF8.self)
    }
}
