/// A PNG file written by hand, with uncompressed pixels.
struct PNGFile {
    var width = 2
    var height = 2
    var bitDepth: UInt8 = 8
    /// 0 gray, 2 RGB, 3 palette, 4 gray and alpha, 6 RGB and alpha.
    var colorType: UInt8 = 2
    var isInterlaced = false
    /// The chunks between IHDR and IDAT.
    var chunks: [(String, [UInt8])] = []
    /// The rows, without their filter byte, which is always 0.
    var rows: [[UInt8]]

    var bytes: [UInt8] {
        var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
        let header = Self.number(UInt32(width)) + Self.number(UInt32(height))
        bytes += Self.chunk("IHDR", header + [bitDepth, colorType, 0, 0, isInterlaced ? 1 : 0])
        for (name, data) in chunks { bytes += Self.chunk(name, data) }
        bytes += Self.chunk("IDAT", Self.stored(rows.flatMap { [0] + $0 }))
        return bytes + Self.chunk("IEND", [])
    }

    private static func number(_ value: UInt32) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) }
    }

    private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
        let body = Array(name.utf8) + data
        return number(UInt32(data.count)) + body + number(crc32(body))
    }

    /// A zlib stream of one stored block (RFC 1950, RFC 1951 §3.2.4).
    private static func stored(_ data: [UInt8]) -> [UInt8] {
        let count = UInt16(data.count)
        let length = [UInt8(truncatingIfNeeded: count), UInt8(count >> 8)]
        return [0x78, 0x01, 0x01] + length + length.map { ~$0 } + data + number(adler32(data))
    }

    private static func crc32(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(~UInt32(0)) { crc, byte in
            (0..<8).reduce(crc ^ UInt32(byte)) { crc, _ in crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
        }
    }

    private static func adler32(_ bytes: [UInt8]) -> UInt32 {
        var (a, b) = (UInt32(1), UInt32(0))
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return b << 16 | a
    }
}
