/// As much of a PNG file as the service's rules speak of.
struct PNGHeader: Sendable {
    /// Pixels across.
    let width: Int
    /// Pixels down.
    let height: Int
    /// Whether the colour type has an alpha channel, or a `tRNS` chunk declares transparency.
    let hasTransparency: Bool

    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Reads signature, `IHDR` and the names of the chunks before the pixels; `nil` if this is no PNG.
    init?(_ bytes: UnsafeRawBufferPointer) {
        guard bytes.count >= 33, bytes.prefix(8).elementsEqual(Self.signature) else { return nil }
        let number = { (offset: Int) in (0..<4).reduce(0) { $0 << 8 | Int(bytes[offset + $1]) } }
        let name = { (offset: Int) in String(decoding: bytes[offset..<offset + 4], as: UTF8.self) }
        guard number(8) == 13, name(12) == "IHDR" else { return nil }
        width = number(16)
        height = number(20)
        let colourType = bytes[25]
        var isTransparent = colourType == 4 || colourType == 6
        var offset = 33
        while offset + 8 <= bytes.count {
            let chunk = name(offset + 4)
            if chunk == "tRNS" { isTransparent = true }
            // tRNS must come before the pixels, so what lies behind them need not be read.
            if chunk == "IDAT" || chunk == "IEND" { break }
            offset += 12 + number(offset)
        }
        hasTransparency = isTransparent
    }
}
