import GlossportReading
import StringsReader
import Testing

@Suite("The grammar of .strings files")
struct GrammarTests {
    @Test("A pair consists of a key, an equals sign, a text and a semicolon")
    func pair() throws {
        let reading = try Reading("\"keep.header\" = \"Bleiben Sie\";\n")
        #expect(reading.pairs == ["keep.header=Bleiben Sie"])
        #expect(reading.findings == [])
        #expect(reading.summary.units == 1)
        let unit = try #require(reading.units.first)
        #expect(unit.state == .translated)
        #expect(unit.source == nil)
        #expect(unit.location == SourceLocation(path: "de.lproj/x.strings", line: 1, column: 17))
    }

    @Test("A line may contain several pairs, without spaces")
    func dense() throws {
        let reading = try Reading(#""a"="1";"b"="2";c=3;"#)
        #expect(reading.pairs == ["a=1", "b=2", "c=3"])
        #expect(reading.units.map(\.location.column) == [5, 13, 19])
        #expect(reading.findings == [])
    }

    @Test("Keys and texts may be in single quotation marks, and plain words in none")
    func quotes() throws {
        let reading = try Reading(
            "'a' = 'say \"hi\"';\nCFBundleName = north_light-1.0;\nu = https://example.com/a;\n$a=/x;"
        )
        #expect(
            reading.pairs == [
                "a=say \"hi\"", "CFBundleName=north_light-1.0", "u=https://example.com/a", "$a=/x",
            ]
        )
        #expect(reading.findings == [])
    }

    @Test("A key without a value is its own text, and the unit has the key's location")
    func keyAlone() throws {
        let reading = try Reading("\n  \"Save 20 %\";")
        #expect(reading.pairs == ["Save 20 %=Save 20 %"])
        #expect(reading.units.first?.location.line == 2)
        #expect(reading.units.first?.location.column == 3)
    }

    @Test("An empty text is untranslated")
    func emptyText() throws {
        let reading = try Reading("\"a\" = \"\";")
        let unit = try #require(reading.units.first)
        #expect(unit.target == nil)
        #expect(unit.state == .untranslated)
        #expect(unit.location.column == 7)
        #expect(reading.findings == [])
    }

    @Test("Braces may enclose all pairs")
    func braces() throws {
        let reading = try Reading("// x\n{\n\"a\" = \"1\";\n}\n// y")
        #expect(reading.pairs == ["a=1"])
        #expect(reading.findings == [])
    }

    @Test("Line ends inside a text belong to it")
    func lineEnds() throws {
        let reading = try Reading("\"a\" = \"one\ntwo\r\nthree\";\n\"b\" = \"x\";")
        #expect(reading.pairs == ["a=one\ntwo\r\nthree", "b=x"])
        #expect(reading.units.last?.location.line == 4)
        #expect(reading.findings == [])
    }

    @Test("Tabs, form feeds, vertical tabs and the Unicode separators are white space")
    func whiteSpace() throws {
        let reading = try Reading("\t\"a\"\u{B}=\u{C}\"1\"\u{2028};\u{2029}\r\n\"b\"=\"2\";")
        #expect(reading.pairs == ["a=1", "b=2"])
        #expect(reading.findings == [])
    }

    @Test("A line comment ends at a Unicode separator or at the end of the file")
    func lineComments() throws {
        let reading = try Reading("// x\u{2028}a=b; // y")
        #expect(reading.pairs == ["a=b"])
        #expect(reading.units.first?.notes == ["x", "y"])
        #expect(reading.findings == [])
    }

    @Test("Both of two equal keys arrive; the reader does not choose")
    func duplicates() throws {
        let reading = try Reading("\"a\" = \"1\";\n\"a\" = \"2\";")
        #expect(reading.pairs == ["a=1", "a=2"])
        #expect(reading.findings == [])
    }

    @Test(
        "Comments inside a pair are allowed",
        arguments: ["\"a\" /* x */ = /* y */ \"1\" /* z */ ;", "\"a\" // x\n=\"1\";"]
    )
    func commentsInside(text: String) throws {
        #expect(try Reading(text).pairs == ["a=1"])
        #expect(try Reading(text).findings == [])
    }
}

@Suite("Notes and locale of a .strings file")
struct NotesAndLocaleTests {
    @Test("All comments since the last pair become notes, trimmed and in order")
    func notes() throws {
        let reading = try Reading(
            "/* Page 1 */\n\n/*  Headline,\n max 66 */\n// shown first\n\"a\" = \"1\";\n\"b\" = \"2\";"
        )
        #expect(reading.units.map(\.notes) == [["Page 1", "Headline,\n max 66", "shown first"], []])
    }

    @Test("A comment after a pair on its line belongs to that pair")
    func trailing() throws {
        let reading = try Reading("\"a\" = \"1\"; // one\n/* two */\n\"b\" = \"2\"; /* also two */\n")
        #expect(reading.units.map(\.notes) == [["one"], ["two", "also two"]])
    }

    @Test("The number of notes is limited")
    func manyNotes() throws {
        let reading = try Reading(String(repeating: "// x\n", count: 500) + "a=b;")
        #expect(reading.units.first?.notes.count == ReaderLimits.notesPerUnit)
    }

    @Test("The locale is the unchanged name of the .lproj folder", arguments: ["de", "zh_HK", "English", "pt-BR"])
    func folder(name: String) throws {
        let reading = try Reading("a=b;", path: "x/Base.lproj/\(name).lproj/M.strings")
        #expect(reading.units.first?.locale == name)
    }

    @Test("A file outside an .lproj folder has no locale")
    func noFolder() throws {
        #expect(try Reading("a=b;", path: "de.strings").units.first?.locale == nil)
    }

    @Test("The user's locale takes precedence")
    func option() throws {
        let reading = try Reading("a=b;", options: ReaderOptions(locale: "fr-FR"))
        #expect(reading.units.first?.locale == "fr-FR")
    }

    @Test("Base.lproj declares no locale, which causes a note unless the `baseLocale` option is set")
    func base() throws {
        let reading = try Reading("a=b;", path: "Base.lproj/M.strings")
        #expect(reading.units.first?.locale == nil)
        #expect(reading.rules == ["strings-base-locale"])
        let configured = try Reading(
            "a=b;",
            path: "Base.lproj/M.strings",
            options: ReaderOptions(values: ["baseLocale": "en"])
        )
        #expect(configured.units.first?.locale == "en")
        #expect(configured.findings == [])
    }
}
