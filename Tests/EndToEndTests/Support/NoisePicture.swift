import Foundation

/// A whole PNG of noise, which no compression makes smaller.
enum NoisePicture {
    /// Draws one that is 3,840 pixels wide.
    ///
    /// - Parameter height: In pixels, 160 to 2,160; each row has 11,521 bytes.
    /// - Returns: The file.
    static func bytes(height: Int) -> Data {
        var header = Data()
        for number in [3_840, height] { header.append(bigEndian: UInt32(number)) }
        header.append(contentsOf: [8, 2, 0, 0, 0])
        var random = UInt64(height)
        var rows: [UInt8] = []
        for _ in 0..<height {
            rows.append(0)
            for _ in 0..<3_840 * 3 {
                random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                rows.append(UInt8(random >> 56))
            }
        }
        var picture = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        for (name, data) in [("IHDR", header), ("IDAT", stored(rows)), ("IEND", Data())] {
            let body = Data(name.utf8) + data
            picture.append(bigEndian: UInt32(data.count))
            picture += body
            picture.append(bigEndian: checksum(body))
        }
        return picture
    }

    /// zlib's form with blocks that are stored as they are.
    private static func stored(_ bytes: [UInt8]) -> Data {
        var data = Data([0x78, 0x01])
        for start in stride(from: 0, to: bytes.count, by: 65_535) {
            let block = bytes[start..<min(start + 65_535, bytes.count)]
            let length = UInt16(block.count)
            data.append(start + block.count == bytes.count ? 1 : 0)
            for number in [length, ~length] { data.append(contentsOf: [UInt8(number & 0xFF), UInt8(number >> 8)]) }
            data.append(contentsOf: block)
        }
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        data.append(bigEndian: b << 16 | a)
        return data
    }

    /// CRC-32.
    private static func checksum(_ data: Data) -> UInt32 {
        var table: [UInt32] = []
        for index in 0..<256 as Range<UInt32> {
            var value = index
            for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ (value >> 1) : value >> 1 }
            table.append(value)
        }
        var sum: UInt32 = .max
        for byte in data { sum = table[Int((sum ^ UInt32(byte)) & 0xFF)] ^ (sum >> 8) }
        return ~sum
    }
}

extension Data {
    fileprivate mutating func append(bigEndian number: UInt32) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
