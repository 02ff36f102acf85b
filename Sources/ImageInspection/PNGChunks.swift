import GlossportChecking

/// Iterates over the chunks of a PNG file by their lengths, without parsing their contents.
enum PNGChunks {
    private static let signature = 8
    /// The total size of a chunk's length, type and checksum.
    private static let frame = 12

    /// Whether the file ends inside a chunk, up to and including `IEND`.
    static func isCutOff(_ bytes: [UInt8]) -> Bool { walk(bytes) { _ in } == nil }

    /// Returns the content of a file besides its image; for a truncated file, as far as possible.
    static func extras(in bytes: [UInt8]) -> PNGInspection.Extras {
        var extras = PNGInspection.Extras()
        let end = walk(bytes) { type in
            switch type {
            // https://www.w3.org/TR/png-3/#acTL-chunk
            case "acTL": extras.isAnimated = true
            case "eXIf": extras.hasEXIF = true
            case "tEXt", "zTXt", "iTXt": extras.hasTexts = true
            default: break
            }
        }
        extras.trailingBytes = bytes.count - (end ?? bytes.count)
        return extras
    }

    /// Passes the type of each complete chunk up to `IEND` to a closure; returns the end of the last chunk, or `nil` if
    /// the file ends inside a chunk.
    private static func walk(_ bytes: [UInt8], _ body: (_ type: String) -> Void) -> Int? {
        var offset = signature
        while offset < bytes.count {
            guard bytes.count - offset >= frame else { return nil }
            let length = number(in: bytes, at: offset)
            guard length <= bytes.count - offset - frame else { return nil }
            let type = String(decoding: bytes[offset + 4..<offset + 8], as: UTF8.self)
            body(type)
            offset += frame + length
            if type == "IEND" { return offset }
        }
        return offset
    }

    /// Returns the width and height in `IHDR`; zeros if they are missing or invalid.
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
