import GlossportReading
import Testing
import XCStringsReader

@Suite("Defects of a String Catalog")
struct DefectTests {
    private static let good = Reading.entry("good", ["de": "x"])

    @Test("A repeated key is a warning, and all texts arrive")
    func duplicateKey() throws {
        let reading = try Reading(Reading.catalog(Reading.entry("a", ["de": "1"]), Reading.entry("a", ["fr": "2"])))
        #expect(reading.texts == ["a/de=1", "a/fr=2"])
        #expect(reading.rules == ["xcstrings-duplicate-key"])
        #expect(reading.places == ["3:1"])
    }

    @Test("A locale repeated under a key is a warning, and both texts arrive")
    func duplicateLocale() throws {
        let reading = try Reading(Reading.catalog(Reading.entry("a", ["de": "1", "de": "2"])))
        #expect(reading.texts == ["a/de=1", "a/de=2"])
        #expect(reading.rules == ["xcstrings-duplicate-key"])
        #expect(reading.findings.first?.related.count == 1)
    }

    @Test(
        "A property repeated in one object is an error",
        arguments: ["\"value\": \"y\", \"value\"", "\"state\": \"new\", \"state\""]
    )
    func duplicateName(replacement: String) throws {
        let name = replacement.contains("value") ? "\"value\"" : "\"state\""
        let reading = try Reading(Reading.catalog(Self.good.replacing(name, with: replacement)))
        #expect(reading.texts == ["good/de=x"])
        #expect(reading.errors == ["xcstrings-duplicate-name"])
    }

    @Test(
        "A missing or extra comma is an error at its location, and reading continues",
        arguments: [
            (Reading.catalog(good, Reading.entry("b", ["de": "y"])).replacing("},\n", with: "}\n"), "3:1"),
            (Reading.catalog(good, Reading.entry("b", ["de": "y"]) + ","), "4:1"),
        ]
    )
    func commas(text: String, place: String) throws {
        let reading = try Reading(text)
        #expect(reading.texts == ["good/de=x", "b/de=y"])
        #expect(reading.errors == ["xcstrings-malformed"])
        #expect(reading.places == [place])
    }

    @Test(
        "Any other JSON error is reported at its location, and all texts before it are read",
        arguments: [
            ("<<<<<<< HEAD", "3:1"), ("// note", "3:1"), ("'b': {}", "3:1"), ("\"b\" {}", "3:5"), ("\"b\": }", "3:6"),
            ("\"b\": nope", "3:6"), ("\"b\\x\": {}", "3:3"), ("\"b\tc\": {}", "3:3"), ("\"b\": {]", "3:7"),
            ("\u{A0}", "3:1"),
            ("\"b\": {\"localizations\": {\"de\": {\"stringUnit\": {\"value\": \"no end}}}}},\n", "3:69"),
        ]
    )
    func malformed(line: String, place: String) throws {
        let reading = try Reading(Reading.catalog(Self.good, line))
        #expect(reading.texts == ["good/de=x"])
        #expect(reading.errors == ["xcstrings-malformed"])
        #expect(reading.places == [place])
    }

    @Test("A merge conflict marker is reported as a merge conflict")
    func mergeConflict() throws {
        let reading = try Reading(Reading.catalog(Self.good, "<<<<<<< HEAD"))
        #expect(reading.findings.first?.text.contains("merge conflict") == true)
    }

    @Test("Content after the catalog is an error")
    func trailing() throws {
        let reading = try Reading(Reading.catalog(Self.good) + "\n{}")
        #expect(reading.texts == ["good/de=x"])
        #expect(reading.places == ["4:1"])
    }

    @Test(
        "A value of a wrong kind is an error, and drops its text or key",
        arguments: [
            #""b": 1"#, #""b": "text""#, #""b": []"#, #""b": {"localizations": []}"#, #""b": {"comment": 1}"#,
            #""b": {"localizations": {"de": "x"}}"#, #""b": {"localizations": {"de": {"stringUnit": "x"}}}"#,
            #""b": {"localizations": {"de": {"stringUnit": {"value": 5}}}}"#,
            #""b": {"localizations": {"de": {"stringUnit": {"value": {"value": "x"}}}}}"#,
            #""b": {"shouldTranslate": "false", "localizations": {"de": {"stringUnit": {"value": "x"}}}}"#,
        ]
    )
    func unexpected(entry: String) throws {
        let reading = try Reading(Reading.catalog(entry, Self.good))
        #expect(reading.texts.filter { !$0.hasPrefix("b/en") } == ["good/de=x"])
        #expect(reading.errors == ["xcstrings-unexpected-value"])
        #expect(reading.findings.first?.location?.line == 2)
    }

    @Test(
        "JSON that is not a catalog is an error",
        arguments: ["{}", "{\"strings\": {}}", "{\"sourceLanguage\": \"en\"}"]
    )
    func notACatalog(text: String) throws {
        #expect(try Reading(text).errors == ["xcstrings-not-a-catalog"])
    }

    @Test("JSON that is not an object is an error", arguments: ["[]", "\"x\"", "5", "null"])
    func notAnObject(text: String) throws {
        #expect(try Reading(text).errors.first == "xcstrings-unexpected-value")
    }

    @Test("A catalog without keys is a warning")
    func empty() throws {
        #expect(try Reading(Reading.catalog()).rules == ["xcstrings-empty"])
    }

    @Test("An unknown version is a warning")
    func version() throws {
        let reading = try Reading(Reading.catalog(Self.good).replacing("1.0", with: "2.0"))
        #expect(reading.texts == ["good/de=x"])
        #expect(reading.rules == ["xcstrings-unknown-version"])
        #expect(try Reading(Reading.catalog(Self.good).replacing("1.0", with: "1.1")).findings == [])
    }

    @Test(
        "A lone surrogate is an error, and its text is dropped",
        arguments: ["\\ud83c", "\\udf88", "\\ud83cx", "\\ud83c\\n"]
    )
    func loneSurrogate(escape: String) throws {
        let reading = try Reading(Reading.catalog(Reading.entry("a", ["de": "\(escape)", "fr": "y"])))
        #expect(reading.texts == ["a/fr=y"])
        #expect(reading.errors == ["xcstrings-lone-surrogate"])
    }

    @Test("Brackets nested too deeply are an error and cause no trap")
    func deep() throws {
        let reading = try Reading(
            Reading.catalog(Self.good, "\"b\": {\"x\": " + String(repeating: "[", count: 100_000))
        )
        #expect(reading.texts == ["good/de=x"])
        #expect(reading.errors == ["xcstrings-malformed"])
    }

    @Test("A key with too many locales is an error, and the next key is read")
    func manyLocales() throws {
        let many = (0..<1_500).map { "\"l\($0)\": {\"stringUnit\": {\"value\": \"x\"}}" }.joined(separator: ",")
        let reading = try Reading(Reading.catalog("\"a\": {\"localizations\": {\(many)}}", Self.good))
        #expect(reading.units.count == 1_001)
        #expect(reading.errors == ["xcstrings-too-long"])
    }

    @Test("A text or key of more than 1 MiB is an error, and the texts around it are read")
    func tooLong() throws {
        let long = String(repeating: "lang ", count: 300_000)
        let reading = try Reading(
            Reading.catalog(
                Reading.entry("a", ["de": "\(long)", "fr": "y"]),
                Reading.entry(long, ["de": "z"]),
                Self.good
            )
        )
        #expect(reading.texts == ["a/fr=y", "good/de=x"])
        #expect(reading.errors == ["xcstrings-too-long", "xcstrings-too-long"])
    }

    @Test("Reading stops after 100 defects")
    func hopeless() throws {
        let reading = try Reading(Reading.catalog((0..<500).map { "\"k\($0)\": 1" }.joined(separator: ",")))
        #expect(reading.findings.count == 101)
        #expect(reading.rules.last == "xcstrings-too-many-defects")
    }

    @Test("Every rule has a unique id with the format's prefix and an explanation")
    func rules() {
        let rules = XCStringsReader.format.rules
        #expect(Set(rules.map(\.id)).count == rules.count)
        #expect(rules.allSatisfy { $0.id.rawValue.hasPrefix("xcstrings-") && !$0.explanation.isEmpty })
    }
}
