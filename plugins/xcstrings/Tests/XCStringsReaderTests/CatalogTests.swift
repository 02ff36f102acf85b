import GlossportReading
import Testing
import XCStringsReader

@Suite("The content of a String Catalog")
struct CatalogTests {
    @Test("Every locale of a key is a unit with its text's location")
    func units() throws {
        let reading = try Reading(
            Reading.catalog(Reading.entry("a.header", ["de": "Hallo", "en": "Hello", "fr": "Salut"]))
        )
        #expect(reading.texts == ["a.header/de=Hallo", "a.header/en=Hello", "a.header/fr=Salut"])
        #expect(reading.units.map(\.source) == ["Hello", "Hello", "Hello"])
        #expect(reading.units.map(\.state) == [.translated, .translated, .translated])
        #expect(reading.units.map(\.location.line) == [2, 2, 2])
        #expect(reading.units.first?.location.column == 86)
        #expect(reading.findings == [])
        #expect(reading.summary.units == 3)
        #expect(reading.summary.detected.contains(.init("source language", "en")))
        #expect(reading.summary.detected.contains(.init("version", "1.0")))
    }

    @Test(
        "A state is mapped to the importer's state",
        arguments: [
            ("translated", TranslationState.translated), ("needs_review", .needsReview), ("new", .untranslated),
            ("", .translated),
        ]
    )
    func states(written: String, expected: TranslationState) throws {
        let reading = try Reading(
            Reading.catalog(Reading.entry("a", ["de": "x"])).replacing("translated", with: written)
        )
        #expect(reading.units.map(\.state) == [expected])
        #expect(reading.units.map(\.target) == ["x"])
        #expect(reading.findings == [])
    }

    @Test("A text without a state counts as translated, and an unknown state is a warning")
    func oddStates() throws {
        let reading = try Reading(
            Reading.catalog(
                #""a": {"localizations": {"de": {"stringUnit": {"value": "x"}}}}"#,
                #""b": {"localizations": {"de": {"stringUnit": {"state": "blessed", "value": "y"}}}}"#
            )
        )
        #expect(reading.units.map(\.state) == [.translated, .translated])
        #expect(reading.rules == ["xcstrings-unknown-state"])
        #expect(reading.places == ["3:56"])
    }

    @Test("An empty or missing text is untranslated")
    func emptyTexts() throws {
        let reading = try Reading(
            Reading.catalog(
                #""a": {"localizations": {"de": {"stringUnit": {"state": "translated", "value": ""}}}}"#,
                #""b": {"localizations": {"de": {"stringUnit": {"state": "new"}}, "fr": {}}}"#
            )
        )
        #expect(reading.texts == ["a/de=nil", "b/de=nil", "b/fr=nil"])
        #expect(reading.units.map(\.state) == [.untranslated, .untranslated, .untranslated])
        #expect(reading.findings == [])
    }

    @Test("Without a text in the source language, the key is the source but never a target")
    func keyAsSource() throws {
        let reading = try Reading(Reading.catalog(Reading.entry("Save money", ["de": "Sparen"]), "\"Only key\": {}"))
        #expect(reading.texts == ["Save money/de=Sparen", "Only key/en=nil"])
        #expect(reading.units.map(\.source) == ["Save money", "Only key"])
        #expect(reading.units.last?.location == SourceLocation(path: "Messages.xcstrings", line: 3, column: 1))
    }

    @Test("The source language may follow the texts")
    func lateSourceLanguage() throws {
        let filler = Reading.entry("f", ["de": String(repeating: "x", count: 70_000)])
        let reading = try Reading(
            "{\"strings\": {\(filler), \(Reading.entry("a", ["de": "b", "en": "c"]))}, \"sourceLanguage\": \"en\"}"
        )
        #expect(reading.units.map(\.source) == ["f", "c", "c"])
        #expect(reading.findings == [])
    }

    @Test("A key that must not be translated is skipped and counted, even if this is declared after its texts")
    func shouldTranslate() throws {
        let reading = try Reading(
            Reading.catalog(
                Reading.entry("a", ["de": "x", "fr": "y"], more: ", \"shouldTranslate\": false"),
                "\"b\": {\"shouldTranslate\": false}",
                Reading.entry("c", ["de": "z"], more: ", \"shouldTranslate\": true")
            )
        )
        #expect(reading.texts == ["c/de=z"])
        #expect(reading.summary.skipped == ["shouldTranslate: false": 3])
        #expect(reading.findings == [])
    }

    @Test("A comment is a note of every unit of its key")
    func comment() throws {
        let reading = try Reading(
            Reading.catalog(Reading.entry("a", ["de": "x", "fr": "y"], more: ", \"comment\": \"Button\""))
        )
        #expect(reading.units.map(\.notes) == [["Button"], ["Button"]])
    }

    @Test("A stale key is a warning, and its texts are read")
    func stale() throws {
        let reading = try Reading(
            Reading.catalog(Reading.entry("a", ["de": "x"], more: ", \"extractionState\": \"stale\""))
        )
        #expect(reading.texts == ["a/de=x"])
        #expect(reading.rules == ["xcstrings-stale"])
        #expect(reading.places == ["2:1"])
    }

    @Test("Texts that vary by plural or device are reported with their key and not read")
    func variations() throws {
        let plural = #"{"variations": {"plural": {"one": {"stringUnit": {"state": "translated", "value": "1"}}}}}"#
        let device = #"{"variations": {"device": {"mac": {"variations": {"plural": {}}}}}}"#
        let reading = try Reading(
            Reading.catalog(
                "\"n items\": {\"localizations\": {\"de\": \(plural), \"en\": \(device), \"fr\":"
                    + " {\"stringUnit\": {\"value\": \"x\"}}}}"
            )
        )
        #expect(reading.texts == ["n items/fr=x"])
        #expect(reading.units.first?.source == nil)
        #expect(reading.rules == ["xcstrings-variations"])
        #expect(reading.findings.first?.text.contains("“n items”") == true)
        #expect(reading.findings.first?.text.contains("“plural”, “device” in 2 locales (de, en)") == true)
        #expect(reading.summary.skipped == ["variations": 2])
    }

    @Test("A text with substitutions is reported and not read")
    func substitutions() throws {
        let reading = try Reading(
            Reading.catalog(
                #""a": {"localizations": {"en": {"stringUnit": {"state": "translated", "value": "%#@n@"}, "substitutions":"#
                    + #" {"n": {"argNum": 1, "formatSpecifier": "lld", "variations": {"plural": {"other": {}}}}}}}}"#
            )
        )
        #expect(reading.units == [])
        #expect(reading.rules == ["xcstrings-variations"])
    }

    @Test("The user's locale selects among the catalog's locales")
    func onlyLocale() throws {
        let text = Reading.catalog(Reading.entry("a", ["pt-BR": "x", "fr": "y"]), "\"b\": {}")
        let reading = try Reading(text, locale: "pt_br")
        #expect(reading.texts == ["a/pt-BR=x"])
        #expect(reading.summary.skipped == ["another locale": 2])
        #expect(reading.summary.declared.map(\.locale) == ["fr"])
    }

    @Test("Unknown properties and keys of the catalog are skipped at any depth")
    func unknown() throws {
        let reading = try Reading(
            Reading.catalog(
                Reading.entry(
                    "a",
                    ["de": "x"],
                    more: #", "isCommentAutoGenerated": true, "future": [{"value": [1, "é", null]}]"#
                )
            ).replacing("\"version\"", with: "\"tools\": {\"strings\": {\"z\": {}}}, \"version\"")
        )
        #expect(reading.texts == ["a/de=x"])
        #expect(reading.findings == [])
    }

    @Test("Escapes are read as in JSON")
    func escapes() throws {
        let reading = try Reading(Reading.catalog(Reading.entry(#"k\"\u00e9"#, ["de": #"\ud83c\udf88\n\t\/\\ ü 花"#])))
        #expect(reading.texts == ["k\"é/de=🎈\n\t/\\ ü 花"])
    }

    @Test("An escape split by a chunk boundary is read correctly", arguments: 0..<16)
    func chunkBorder(shift: Int) throws {
        let start = Reading.catalog(Reading.entry("k", ["de": "@"])).split(separator: "@")[0]
        let filler = String(repeating: "x", count: 65_536 - start.utf8.count - shift)
        let text = Reading.catalog(Reading.entry("k", ["de": "@"])).replacing(
            "@",
            with: filler + "\\ud83c\\udf88\\n\\\""
        )
        let reading = try Reading(text)
        #expect(reading.units.first?.target == filler + "🎈\n\"")
        #expect(reading.units.first?.location.line == 2)
        #expect(reading.units.first?.location.column == 79)
        #expect(reading.findings == [])
    }
}

@Suite("Recognition of String Catalogs")
struct RecognitionTests {
    private func judge(_ path: String, _ text: String) -> Recognition {
        XCStringsReader.recognize(FilePrefix(path: path, bytes: Array(text.utf8)))
    }

    @Test("A catalog is recognized by its content, under any name")
    func content() {
        #expect(judge("x.json", Reading.catalog(Reading.entry("a", ["de": "x"]))) == .byContent)
        #expect(judge("x.json", "\u{FEFF}{\n \"sourceLanguage\" : \"en\",\n \"strings\" : {") == .byContent)
    }

    @Test("Other JSON is not recognized, and empty content only by its name")
    func others() {
        #expect(judge("x.json", "{\"a\": \"b\"}") == .no)
        #expect(judge("x.json", "\"a\" = \"b\";") == .no)
        #expect(judge("x.xcstrings", "{}") == .byName)
        #expect(judge("x.xcstrings", "") == .byName)
    }
}
