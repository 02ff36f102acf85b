private import CLibrary

// The same search as the core's `ByteSearch`, but inside this module: cells are short, and several searches for each of them
// are worth being inlined.
extension UnsafeRawBufferPointer {
    /// Whether there is a CR or an LF.
    var containsLineBreak: Bool { firstOffset(of: 0x0A) != nil || firstOffset(of: 0x0D) != nil }

    /// The offset of the first such byte from `start` on.
    func firstOffset(of byte: UInt8, from start: Int = 0) -> Int? {
        guard let base = baseAddress, start < count, let hit = memchr(base + start, Int32(byte), count - start) else {
            return nil
        }
        return UnsafeRawPointer(hit) - base
    }
}
