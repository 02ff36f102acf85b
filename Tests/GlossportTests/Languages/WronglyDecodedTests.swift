import Testing

@testable import GlossportChecking

@Suite("Wrongly decoded texts")
struct WronglyDecodedTests {
    private func found(_ text: String, _ page: CodePage = .windows1252, least: Int = 1) -> WronglyDecoded? {
        WronglyDecoded.first(in: Array(text.unicodeScalars), page, least: least)
    }

    private static let characters: [UInt8: Unicode.Scalar] = {
        let scalars = (0xA0...0x2200).compactMap { Unicode.Scalar($0 as UInt32) }
        let pairs = scalars.compactMap { scalar in CodePage.windows1252.byte(for: scalar).map { ($0, scalar) } }
        return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
    }()

    @Test(
        "Wrongly decoded UTF-8 is recognized in different scripts",
        arguments: ["manqué", "à venir", "don’t", "für", "Łódź", "Ελλάδα", "こんにちは", "שלום", "مرحبا", "🌌"]
    )
    func recognizes(text: String) throws {
        // Like common software, maps bytes that Windows-1252 leaves undefined to control characters.
        let spoilt = String(
            String.UnicodeScalarView(
                text.utf8.map { byte in
                    Self.characters[byte] ?? Unicode.Scalar(byte)
                }
            )
        )
        let piece = try #require(found(spoilt), "\(spoilt)")
        #expect(text.contains(piece.meant.prefix(1)))
    }

    @Test(
        "Accents, capitals and quotation marks are not taken for wrongly decoded UTF-8",
        arguments: [
            "manqué « À demain »", "«MAÇÃ» e «É»", "Ü-Ei, Ä» ö", "naïve café – crème brûlée", "SÃO PAULO", "Ã",
            "Größe „Ä“",
            "Åland Øst Æ",
        ]
    )
    func spares(text: String) { #expect(found(text) == nil) }

    @Test("Wrongly decoded UTF-8 in Cyrillic letters is recognized by two occurrences; correct Cyrillic is not")
    func cyrillic() {
        #expect(found("РџСЂРёРІРµС‚", .windows1251, least: 2)?.meant.hasPrefix("Привет") == true)
        #expect(found("Її Російська мова", .windows1251, least: 2) == nil)
    }
}
