import GlossportReading
import Testing
import XCStringsReader

@Suite("String Catalogs named after a language")
struct FileNameTests {
    private static let catalog = Reading.catalog(
        Reading.entry("a", ["en": "A", "de": "B", "pt-BR": "C"]),
        Reading.entry("b", ["en": "A", "de": "B"])
    )

    @Test(
        "A catalog without texts in the language of its name is a warning",
        arguments: [
            ("fr.xcstrings", true), ("Retention.fr-CA.xcstrings", true), ("out/pt-PT.xcstrings", true),
            ("de.xcstrings", false), ("Retention.de-AT.xcstrings", false), ("en.xcstrings", false),
            ("Localizable.xcstrings", false), ("Retention.v2.xcstrings", false),
        ]
    )
    func fileName(path: String, isContradictory: Bool) throws {
        let source = SourceFile(path: path, bytes: Array(Self.catalog.utf8))
        let reading = try Reading(source)
        #expect(reading.rules == (isContradictory ? ["xcstrings-language-mismatch"] : []))
        #expect(reading.units.count == 5)
        #expect(!isContradictory || reading.findings.first?.text.contains("en, de, pt-BR") == true)
        #expect(try Reading(source, locale: "de").findings == [])
    }

    @Test("The warning also appears if the catalog has only untranslated or unwanted keys")
    func untranslated() throws {
        let keys = SourceFile(path: "fr.xcstrings", bytes: Array(Reading.catalog("\"a\": {}").utf8))
        #expect(try Reading(keys).rules == ["xcstrings-language-mismatch"])
        let named = SourceFile(path: "fr.xcstrings", bytes: Array(Self.catalog.utf8))
        #expect(try Reading(named, wanted: KeyFilter(between: ".")).rules == ["xcstrings-language-mismatch"])
    }
}
