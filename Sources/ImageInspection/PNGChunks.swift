/// Walks the chunks of a PNG file by their lengths, without looking into them.
enum PNGChunks {
    private static let signature = 8
    /// Length, type and checksum.
    private static let frame = 12

    /// Whether a chunk up to `IEND` is longer than the rest of the file, or is cut off itself.
    static func isCutOff(_ bytes: [UInt8]) -> Bool {
        var offset = signature
        while offset < bytes.count {
            guard bytes.count - offset >= frame else { return true }
            let length = number(in: bytes, at: offset)
            guard length <= bytes.count - offset - frame else { return true }
            if bytes[offset + 4..<offset + 8].elementsEqual("IEND".utf8) { return false }
            offset += frame + length
        }
        return false
    }

    /// Width and height as `IHDR` has them; zeros if there is none.
    static func size(in bytes: [UInt8]) -> (width: Int, height: Int) {
        guard bytes.count >= 24, bytes[12..<16].elementsEqual("IHDR".utf8) else { return (0, 0) }
        let (width, height) = (number(in: bytes, at: 16), number(in: bytes, at: 20))
        let range = 1...Int(Int32.max)
        return range.contains(width) && range.contains(height) ? (width, height) : (0, 0)
    }

    private static func number(in bytes: [UInt8], at offset: Int) -> Int {
        bytes[offset..<offset + 4].reduce(0) { $0 << 8 | Int($1) }
    }
}
