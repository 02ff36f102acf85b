private import CLibrary

/// Searches and compares bytes with the C library's vectorized functions.
public enum ByteSearch {
    /// Returns the offset of the first `byte` at or after `start` and before `end`.
    public static func first(
        _ byte: UInt8,
        in bytes: UnsafeRawBufferPointer,
        from start: Int,
        to end: Int? = nil
    ) -> Int? {
        let end = end ?? bytes.count
        guard start < end, let base = bytes.baseAddress,
            let found = memchr(base + start, Int32(byte), end - start)
        else { return nil }
        return UnsafeRawPointer(found) - base
    }

    /// Whether the bytes contain a sequence; every buffer contains an empty one.
    package static func contains(_ sequence: UnsafeRawBufferPointer, in bytes: UnsafeRawBufferPointer) -> Bool {
        guard let lead = sequence.first else { return true }
        var start = 0
        while let hit = first(lead, in: bytes, from: start, to: bytes.count - sequence.count + 1) {
            if equal(UnsafeRawBufferPointer(rebasing: bytes[hit..<(hit + sequence.count)]), sequence) { return true }
            start = hit + 1
        }
        return false
    }

    /// Whether two buffers of the same length contain the same bytes.
    public static func equal(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard let first = left.baseAddress, let second = right.baseAddress else { return left.isEmpty && right.isEmpty }
        return memcmp(first, second, min(left.count, right.count)) == 0
    }

    /// Whether the bytes contain a text at an offset.
    public static func holds(_ text: StaticString, at offset: Int, of bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = bytes.baseAddress, offset + text.utf8CodeUnitCount <= bytes.count else { return false }
        return memcmp(base + offset, text.utf8Start, text.utf8CodeUnitCount) == 0
    }
}

extension UnsafeRawBufferPointer {
    /// Returns the length of the longest valid UTF-8 prefix, and whether the bytes after it are malformed rather than
    /// truncated.
    package func validUTF8Prefix() -> (length: Int, isMalformed: Bool) {
        var index = 0
        while index < count {
            // Read eight bytes at a time, because most texts have long ASCII runs.
            while index &+ 8 <= count {
                let others = loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian & 0x8080_8080_8080_8080
                index &+= others.trailingZeroBitCount &>> 3
                if others != 0 { break }
            }
            // East Asian texts have long runs of three-byte characters.
            while index &+ 4 <= count {
                let four = loadUnaligned(fromByteOffset: index, as: UInt32.self).littleEndian
                let lead = four & 0xFF
                guard four & 0xC0C0F0 == 0x8080E0, lead != 0xE0, lead != 0xED else { break }
                index &+= 3
            }
            guard index < count else { break }
            let lead = self[index]
            if lead < 0x80 {
                index &+= 1
                continue
            }
            let length: Int
            // The range of the second byte excludes overlong forms, surrogates, and code points above U+10FFFF.
            let second: ClosedRange<UInt8>
            switch lead {
            case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
            case 0xE0: (length, second) = (3, 0xA0...0xBF)
            case 0xED: (length, second) = (3, 0x80...0x9F)
            case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
            case 0xF0: (length, second) = (4, 0x90...0xBF)
            case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
            case 0xF4: (length, second) = (4, 0x80...0x8F)
            default: return (index, true)
            }
            for offset in 1..<length {
                guard index &+ offset < count else { return (index, false) }
                let byte = self[index &+ offset]
                guard offset == 1 ? second.contains(byte) : byte & 0xC0 == 0x80 else { return (index, true) }
            }
            index &+= length
        }
        return (index, false)
    }
}

extension String {
    /// Whether this string contains the bytes of another; sensitive to case and Unicode normalization.
    package func hasBytes(of text: String) -> Bool {
        var (hay, needle) = (self, text)
        return hay.withUTF8 { hay in
            needle.withUTF8 { ByteSearch.contains(UnsafeRawBufferPointer($0), in: UnsafeRawBufferPointer(hay)) }
        }
    }
}
