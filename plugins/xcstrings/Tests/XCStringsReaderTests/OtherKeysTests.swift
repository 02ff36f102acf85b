import GlossportReading
import Testing
import XCStringsReader

@Suite("Unwanted keys of a String Catalog")
struct OtherKeysTests {
    private let filter = KeyFilter(between: ".")

    /// An app's catalog with one message, and with defects that cause findings.
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

    @Test("Unwanted keys are counted, and findings and wanted texts do not change", arguments: [nil, "de"])
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

    @Test("Unwanted keys in any form are skipped, even across chunk boundaries", arguments: ["", "\n        "])
    func forms(space: String) throws {
        var entries: [String] = []
        for number in 1...1_000 {
            entries.append(Reading.entry("Screen \(number)", ["de": "Eins \(number)", "fr": "Un ✶", "ja": "夜空"]))
            if number.isMultiple(of: 100) {
                entries += [
                    Reading.entry("m\(number).header", ["de": "Bleib", "ja": "夜空"]),
                    Reading.entry("State \(number)", ["de": "x"]).replacing("translated", with: "new"),
                    Reading.entry("Odd \(number)", ["de": "x"]).replacing("translated", with: "perhaps"),
                    Reading.entry("Escape \(number)", ["de": "\\u00e4\\n", "fr": "\\\""]),
                    Reading.entry("Half \(number)", ["de": "\\ud83d", "fr": "x"]),
                    Reading.entry("Twice \(number)", ["de": "x", "de": "y"]),
                    Reading.entry("More \(number)", ["de": "x"]).replacing("\"value\"", with: "\"note\": 1, \"value\""),
                    "\"None \(number)\": {\"localizations\": {\"de\": {}, \"fr\": {\"stringUnit\": {}}}}",
                ]
            }
        }
        let text = Reading.catalog(entries.joined(separator: ",")).replacing("{", with: "{" + space)
            .replacing(": ", with: " :" + space)
        let source = SourceFile(path: "Messages.xcstrings", bytes: Array(text.utf8))
        let all = try Reading(source)
        let some = try Reading(source, wanted: filter)
        #expect(text.utf8.count > 2 * SourceFile.chunkSize)
        #expect(all.findings.count == 30)
        #expect(some.findings == all.findings)
        #expect(some.units == all.units.filter { $0.key.hasSuffix(".header") })
        #expect(some.summary.units == all.summary.units)
        #expect(some.summary.others == all.summary.units - some.units.count)
        #expect(some.summary.skipped == all.summary.skipped)
    }

    @Test("Truncated texts and invalid JSON under unwanted keys are reported", arguments: ["\t", "\\q", "\n"])
    func broken(defect: String) throws {
        var entries = (1...100).map { Reading.entry("Screen \($0)", ["de": "Text \($0)"]) }
        entries[70] = Reading.entry("Bad", ["de": "Te\(defect)xt"])
        let text = Reading.catalog(entries.joined(separator: ",\n"))
        for bytes in [Array(text.utf8), Array(text.utf8.prefix(text.utf8.count / 2))] {
            let source = SourceFile(path: "Messages.xcstrings", bytes: bytes)
            let all = try Reading(source)
            let some = try Reading(source, wanted: filter)
            #expect(all.errors.count == 1)
            #expect(some.findings == all.findings)
            #expect(some.summary.units == all.summary.units)
        }
    }

    @Test("The first unwanted keys are named with their locations")
    func names() throws {
        let source = SourceFile(path: "Messages.xcstrings", bytes: Array(Self.app.utf8))
        let others = try Reading(source).units.filter { $0.key != "keep.header" }
        #expect(
            try Reading(source, wanted: filter).others
                == others.map { OtherUnit(key: $0.key, locale: $0.locale, location: $0.location) }
        )
    }

    @Test("Unwanted keys are named up to a limit, and once more for each new locale")
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
