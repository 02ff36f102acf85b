import Glossport
import Testing
import XCStringsReader

@Suite("Keys of a String Catalog that nobody wants")
struct OtherKeysTests {
    private let filter = KeyFilter(between: ".")

    /// A whole app, with one message in it and everything that is worth a finding.
    private static let app = Reading.catalog(
        Reading.entry("Screen 1", ["de": "Eins", "en": "One"], more: ", \"comment\": \"Title\""),
        Reading.entry("keep.header", ["de": "Bleib", "en": "Stay"], more: ", \"comment\": \"Short\""),
        Reading.entry("Stale", ["de": "x", "fr": ""], more: ", \"extractionState\": \"stale\""),
        Reading.entry("Internal", ["de": "x"], more: ", \"shouldTranslate\": false"),
        Reading.entry("Twice", ["de": "x", "de": "y"]),
        Reading.entry("Half", ["de": "\\ud83d", "ja": "夜\\n空"]),
        "\"Plural\": {\"localizations\": {\"de\": {\"variations\": {\"plural\": {}}}, \"sv\": {\"variations\": {\"device\": {}}}}}",
        "\"Nobody has translated me\": {}",
        Reading.entry("Odd", ["ko": "x"]).replacing("translated", with: "perhaps")
    )

    @Test("are counted; findings and wanted texts stay as they are", arguments: [nil, "de"])
    func counts(locale: String?) throws {
        let source = SourceFile(path: "Messages.xcstrings", bytes: Array(Self.app.utf8))
        let all = try Reading(source, locale: locale)
        let some = try Reading(source, locale: locale, wanted: filter)
        #expect(some.units == all.units.filter { $0.key == "keep.header" })
        #expect(some.units.isEmpty == false)
        #expect(some.findings == all.findings)
        #expect(some.summary.units == all.summary.units)
        #expect(some.summary.skipped == all.summary.skipped)
        #expect(some.summary.others == all.summary.units - some.units.count)
    }

    @Test("are named at first, at the same places")
    func names() throws {
        let source = SourceFile(path: "Messages.xcstrings", bytes: Array(Self.app.utf8))
        let others = try Reading(source).units.filter { $0.key != "keep.header" }
        #expect(
            try Reading(source, wanted: filter).others
                == others.map { OtherUnit(key: $0.key, locale: $0.locale, location: $0.location) }
        )
    }

    @Test("are named up to a number, and once more for each new locale")
    func limit() throws {
        var entries = (1...100).map { Reading.entry("Screen \($0)", ["de": "Text \($0)"]) }
        entries.append(Reading.entry("Last", ["de": "x", "fr": "y"]))
        let text = Reading.catalog(entries.joined(separator: ",\n"))
        let reading = try Reading(SourceFile(path: "a.xcstrings", bytes: Array(text.utf8)), wanted: filter)
        #expect(reading.others.count == ReaderLimits.namedOthers + 1)
        #expect(reading.others.last?.locale == "fr")
        #expect(reading.summary.others == 102)
    }
}
