private import CLibrary

/// The C library's ways to search and compare bytes, which look at 32 of them at a time.
public enum ByteSearch {
    /// The offset of the first `byte` at or after `start` and before `end`.
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

    /// Whether two pieces of the same length hold the same bytes.
    public static func equal(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
        guard let first = left.baseAddress, let second = right.baseAddress else { return left.isEmpty && right.isEmpty }
        return memcmp(first, second, min(left.count, right.count)) == 0
    }

    /// Whether a text stands at an offset of some bytes.
    public static func holds(_ text: StaticString, at offset: Int, of bytes: UnsafeRawBufferPointer) -> Bool {
        guard let base = bytes.baseAddress, offset + text.utf8CodeUnitCount <= bytes.count else { return false }
        return memcmp(base + offset, text.utf8Start, text.utf8CodeUnitCount) == 0
    }
}

extension String {
    /// Whether the bytes of another text stand somewhere in this one: case and composition count.
    package func hasBytes(of text: String) -> Bool {
        var (hay, needle) = (self, text)
        return hay.withUTF8 { hay in
            needle.withUTF8 { needle in
                guard let first = needle.first else { return true }
                let (hay, needle) = (UnsafeRawBufferPointer(hay), UnsafeRawBufferPointer(needle))
                var start = 0
                while let found = ByteSearch.first(first, in: hay, from: start), found + needle.count <= hay.count {
                    if ByteSearch.equal(UnsafeRawBufferPointer(rebasing: hay[found..<(found + needle.count)]), needle) {
                        return true
                    }
                    start = found + 1
                }
                return false
            }
        }
    }

    /// Makes a string of bytes that are known to be UTF-8, without looking at them again.
    package init(knownUTF8 bytes: UnsafeRawBufferPointer) {
        self.init(copying: UTF8Span(unchecked: Span(_unsafeBytes: bytes)))
    }
}
