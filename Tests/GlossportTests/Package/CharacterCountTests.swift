import Testing

@testable import GlossportProject
@testable import GlossportReporting

@Suite("Lengths in workbooks")
struct CharacterCountTests {
    /// The value of the short formula: UTF-16 units, without those of the listed marks.
    private func value(_ formula: String, of text: String) -> Int {
        // A mark after a quotation mark combines with it into one character.
        let parts = formula.unicodeScalars.split(separator: "\"", omittingEmptySubsequences: false)
        let marks = parts.count > 1 ? Array(parts[1]) : []
        return text.utf16.count - marks.reduce(0) { sum, mark in sum + text.unicodeScalars.count { $0 == mark } }
    }

    @Test(
        "A workbook's formula counts marks with their letters, and letters joined by a mark once",
        arguments: [
            ("de-DE", "Schöne Grüße"), ("ja", "ここに残って"), ("ar-SA", "بِسْمِ اللَّهِ"), ("he", "בְּרֵאשִׁית"), ("hi", "क्षत्रिय शक्ति"),
            ("bn-BD", "বিশ্ব"), ("gu-IN", "ગુજરાતી"), ("kn-IN", "ಕನ್ನಡ"), ("pa-IN", "ਪੰਜਾਬੀ"), ("ta-IN", "தமிழ்"), ("th", "น้ำใจ"),
            ("ur-PK", "اُردو"), ("vi", "Tiê\u{301}ng Viê\u{323}t"),
        ]
    )
    func marks(code: String, text: String) throws {
        let count = CharacterCount(try #require(StoreLocale(code)))
        #expect(value(count.shortFormula(of: "$D2"), of: text) == text.count)
    }

    @Test(
        "For some texts, the formula counts up to one character too few, but not too many",
        arguments: [("hi", "अर्थात्"), ("mr-IN", "विद्\u{200C}युत"), ("ml-IN", "മലയാളത്തിൽ"), ("te-IN", "తెలుగు"), ("or-IN", "ଓଡ଼ିଆ")]
    )
    func never(code: String, text: String) throws {
        let count = CharacterCount(try #require(StoreLocale(code)))
        let length = value(count.shortFormula(of: "$D2"), of: text)
        #expect(length <= text.count && length >= text.count - 1)
    }

    @Test(
        "Formulas stay within Excel's limits for length and nested functions",
        arguments: StoreLocale.all
    )
    func limits(code: String) throws {
        let count = CharacterCount(try #require(StoreLocale(code)))
        #expect("=\(count.shortFormula(of: "$D10000"))<=$F10000".utf16.count <= 255)
        #expect(count.formula(of: "$D2").split(separator: "SUBSTITUTE(").count <= 64)
        #expect(count.formula(of: "$D2").utf16.count <= 8_192)
    }

    @Test("For scripts without combining marks, the formula is just LEN")
    func plain() throws {
        let count = CharacterCount(try #require(StoreLocale("fr-FR")))
        #expect(count.formula(of: "$D2") == "=LEN($D2)" && count.shortFormula(of: "$D2") == "LEN($D2)")
    }
}
