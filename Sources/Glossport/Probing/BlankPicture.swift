/// A black picture as PNG, in RGB without transparency.
///
/// No library is needed, because zeros need only two symbols of Deflate's fixed code: up to 258 literals, and then the
/// longest match, repeated.
enum BlankPicture {
    static func png(width: Int, height: Int) -> [UInt8] {
        let header = number(width) + number(height) + [8, 2, 0, 0, 0]
        let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let pixels = zlib(zeros: height * (1 + 3 * width))
        return signature + chunk("IHDR", header) + chunk("IDAT", pixels) + chunk("IEND", [])
    }

    private static func zlib(zeros count: Int) -> [UInt8] {
        var bits = BitWriter()
        // The final block, with the fixed code.
        bits.write(0b1, 1)
        bits.write(0b01, 2)
        let matches = (count - 1) / 258
        // The code of a zero byte is 00110000, of a length of 258 is 11000101, and of a distance of 1 is 00000.
        for _ in 0..<count - 258 * matches { bits.write(0b0000_1100, 8) }
        for _ in 0..<matches { bits.write(0b0_0000_1010_0011, 13) }
        bits.write(0, 7)
        // Adler-32 of zeros: the low sum stays 1, and the high sum grows by 1 for each byte.
        return [0x78, 0x9C] + bits.bytes + number((count % 65_521) << 16 | 1)
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let content = Array(name.utf8) + data
        return number(data.count) + content + number(Int(checksum(content)))
    }

    /// The CRC-32 of a PNG chunk.
    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { sum, byte in
            (0..<8).reduce(sum ^ UInt32(byte)) { value, _ in value >> 1 ^ (value & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }

    private static func number(_ value: Int) -> [UInt8] {
        stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// Writes bits into each byte from the lowest bit, as Deflate does; Huffman codes must be mirrored.
    private struct BitWriter {
        private(set) var bytes: [UInt8] = []
        private var used = 8

        mutating func write(_ bits: Int, _ count: Int) {
            for place in 0..<count {
                if used == 8 {
                    bytes.append(0)
                    used = 0
                }
                if bits >> place & 1 == 1 { bytes[bytes.count - 1] |= 1 << UInt8(used) }
                used += 1
            }
        }
    }
}
