import GlossportProject
import Testing

@Suite("Image patterns")
struct ImagePatternTests {
    @Test(
        "A locale without its own file falls back to the shared one",
        arguments: [
            ("images/{message}/{locale}.png", ["images/keep/de-DE.png", "images/keep.png"]),
            ("images/{locale}/star.png", ["images/de-DE/star.png", "images/star.png"]),
            ("images/star-{locale}.png", ["images/star-de-DE.png", "images/star.png"]),
            ("{locale}_{message}.png", ["de-DE_keep.png", "keep.png"]),
            ("images/{message}.{locale}.png", ["images/keep.de-DE.png", "images/keep.png"]),
            ("images/{locale}/{message}/{locale}.png", ["images/de-DE/keep/de-DE.png", "images/keep.png"]),
            ("images/{message}.png", ["images/keep.png"]),
            ("images/keep.png", ["images/keep.png"]),
        ]
    )
    func candidates(pattern: String, expected: [String]) {
        #expect(ImagePattern(pattern).candidates(message: "keep", locale: "de-DE") == expected)
    }

    @Test(
        "The folder is the path before the first placeholder",
        arguments: [
            ("images/{message}/{locale}.png", "images"), ("art/2026/{locale}/star.png", "art/2026"),
            ("{message}.png", ""), ("star.png", ""), ("images/star.png", "images"),
        ]
    )
    func folder(pattern: String, expected: String) {
        #expect(ImagePattern(pattern).folder == expected)
    }
}
