/// A one-byte encoding with which UTF-8 is often decoded by mistake.
struct CodePage: Sendable {
    let name: String
    private let bytes: [Unicode.Scalar: UInt8]
    /// The highest character of the page; East Asian texts are beyond it.
    private let last: UInt32

    /// The byte that encodes a character; `nil` for ASCII, and for characters not in the page.
    func byte(for scalar: Unicode.Scalar) -> UInt8? {
        // Decoders pass unassigned bytes through as control characters.
        if (0x80...0x9F).contains(scalar.value) { return UInt8(scalar.value) }
        return scalar.value > last ? nil : bytes[scalar]
    }

    /// - Parameters:
    ///   - name: The name of the code page.
    ///   - high: The characters for the bytes from 0x80 on; a space for unassigned ones.
    private init(_ name: String, _ high: String) {
        self.name = name
        let pairs = zip(high.unicodeScalars, UInt8(0x80)...UInt8.max).filter { $0.0 != " " }
        bytes = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        last = pairs.map(\.0.value).max() ?? 0
    }

    static let windows1252 = CodePage(
        "Windows-1252",
        "€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ\u{A0}"
            + String(String.UnicodeScalarView((0xA1...0xFF).compactMap { Unicode.Scalar(UInt32($0)) }))
    )
    static let windows1251 = CodePage(
        "Windows-1251",
        "ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–— ™љ›њќћџ\u{A0}ЎўЈ¤Ґ¦§Ё©Є«¬\u{AD}®Ї°±Ііґµ¶·ё№є»јЅѕї"
            + String(String.UnicodeScalarView((0x410...0x44F).compactMap { Unicode.Scalar(UInt32($0)) }))
    )
    /// Without the two ligatures and Apple's logo, which no common letter's UTF-8 decodes to.
    static let macRoman = CodePage(
        "Mac Roman",
        "ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü"
            + "†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»…\u{A0}ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄€‹›  ‡·‚„‰ÂÊÁËÈÍÎÏÌÓÔ ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇ"
    )
}
