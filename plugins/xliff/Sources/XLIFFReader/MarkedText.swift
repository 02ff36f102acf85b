private import CLibrary
import GlossportReading

/// A text under construction: UTF-8 with marks that control the handling of white space.
///
/// The marks are bytes that never occur in UTF-8, so a text without marks, the most common case, has no overhead.
struct MarkedText {
    /// White space is preserved from here on.
    private static let exact: UInt8 = 0xFE
    /// White space collapses from here on.
    private static let collapsing: UInt8 = 0xFD
    /// The next byte is preserved in either mode.
    private static let literal: UInt8 = 0xFF

    private var bytes: [UInt8] = []
    private var isExactAtStart = false
    private var isExact = false
    private var hasMarks = false
    /// Whether content was dropped because the text exceeds the limit.
    private(set) var isTooLong = false
    /// Whether a line break between two words became a space; an indented next line does not count, because it is only
    /// layout.
    private(set) var hasFoldedBreak = false

    var count: Int { bytes.count }
    var isEmpty: Bool { bytes.isEmpty }

    mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
        hasMarks = false
        isTooLong = false
        hasFoldedBreak = false
    }

    /// Starts a part of the text, whose white space may be preserved.
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

    /// Appends characters that replace a code; a line feed among them does not collapse.
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

    mutating func append(_ part: Range<Int>, of other: MarkedText, exact: Bool) {
        begin(exact: exact)
        bytes.append(contentsOf: other.bytes[part])
        hasMarks = hasMarks || other.hasMarks
        isTooLong = isTooLong || other.isTooLong
    }

    func isBlank(_ range: Range<Int>) -> Bool {
        bytes[range].allSatisfy { Self.isSpace($0) || $0 >= Self.collapsing }
    }

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

    /// Whether the text contains white space other than single spaces between words; examines eight bytes at a time.
    private var needsCollapsing: Bool {
        bytes.withUnsafeBytes { all in
            guard let first = all.first, let last = all.last else { return false }
            if first == 0x20 || last == 0x20 { return true }
            let ones: UInt64 = 0x0101_0101_0101_0101
            let highs = ones &* 0x80
            var index = 0
            while index + 8 < all.count {
                let word = all.loadUnaligned(fromByteOffset: index, as: UInt64.self)
                // Detects a byte below 0x20 by the borrow from its highest bit.
                if (word &- ones &* 0x20) & ~word & highs != 0 { return true }
                // Detects two adjacent spaces; both bytes differ from a space by zero.
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
                // A line break absorbs the white space around it.
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
