import GlossportReading
import GlossportReadingTesting
import POReader
import Testing

@Suite("The PO reader")
struct POReaderTests {
    private static let fixtures = FixtureKit(POReader.format)

    @Test("The reader fulfills the contract of all readers", arguments: ReaderConformance.Check.allCases)
    func conforms(check: ReaderConformance.Check) throws {
        let kit = ReaderConformance(
            format: POReader.format,
            path: "locale/de/LC_MESSAGES/app.po",
            encode: { pairs in
                Reading.header()
                    + pairs.map { "#. A note\nmsgctxt \"\($0.key)\"\nmsgid \"x\"\nmsgstr \"\($0.text)\"\n\n" }.joined()
            },
            marker: { "\"\($0)\"" },
            readsUTF16: false
        )
        var violations = try kit.violations(of: check)
        // The check measures the memory of the whole process, in which other tests run concurrently.
        for _ in 0..<8 where check == .flatMemory && !violations.isEmpty { violations = try kit.violations(of: check) }
        #expect(violations == [])
    }

    @Test("Each fixture yields its expected units and findings", arguments: fixtures.names)
    func fixture(name: String) throws {
        let differences = try Self.fixtures.differences(in: name)
        #expect(differences == [])
    }

    @Test("Each rule except `po-too-long` has a fixture")
    func rules() throws {
        // LimitTests covers this rule, whose file exceeds a megabyte.
        let rules = try Self.fixtures.rulesWithoutFixture()
        #expect(rules == ["po-too-long"])
    }

    @Test("An invalid option value is rejected")
    func option() {
        #expect(throws: GlossportError.self) { try POReader(options: ReaderOptions(values: ["context": "id"])) }
    }

    @Test(
        "The reader recognizes a file by its first entry",
        arguments: [
            ("a.txt", "# A comment\n\nmsgid \"\"\nmsgstr \"\"\n", Recognition.byContent),
            ("a.txt", "\u{FEFF}\r\n#, fuzzy\r\nmsgctxt \"a\"\r\n", .byContent),
            ("a.csv", "msgid,msgstr\na,b\n", .no), ("a.txt", "\"a\" = \"b\";", .no), ("a.txt", "", .no),
            ("a.po", "", .byName), ("a.pot", "# Only a comment\n", .byName),
        ]
    )
    func recognition(path: String, content: String, expected: Recognition) {
        #expect(POReader.recognize(FilePrefix(path: path, bytes: Array(content.utf8))) == expected)
    }
}

@Suite("The locale of a PO file")
struct LocaleTests {
    private static let entry = "msgid \"a\"\nmsgstr \"b\"\n"

    @Test(
        "The locale is that of the folder or name if the header declares none",
        arguments: [
            ("vendor/fil/LC_MESSAGES/app.po", "fil"), ("zh-Hans_CN.po", "zh-Hans_CN"), ("de.po", "de"),
            ("sr@latin.po", "sr@latin"), ("lt_LT.po", "lt_LT"), ("plugin-de_DE.po", "de_DE"), ("app.po", nil),
            ("my.po", nil), ("de.pot", nil),
            ("old.po", nil), ("zz_ZZ.po", nil),
        ]
    )
    func path(path: String, locale: String?) throws {
        let reading = try Reading(Self.entry, path: path)
        #expect(reading.units.map(\.locale) == [locale])
        #expect(reading.summary.declared.map(\.locale) == [locale].compactMap(\.self))
        #expect(reading.findings == [])
    }

    @Test(
        "A contradiction between header and path is a warning",
        arguments: [
            ("es.po", "en", true), ("fr/LC_MESSAGES/a.po", "de", true), ("pt_PT.po", "pt_BR", true),
            ("es.po", "es_MX", false), ("sr@latin.po", "sr", false), ("app.po", "en", false),
            ("de.po", "LANGUAGE", false), ("no.po", "nb_NO", false), ("iw.po", "he", false),
            ("de/LC_MESSAGES/a.po", "deu", false),
            ("theme-fr_FR.po", "en_US", true),
        ]
    )
    func contradiction(path: String, language: String, isContradiction: Bool) throws {
        let reading = try Reading(Reading.header(language: language) + Self.entry, path: path)
        #expect(reading.units.map(\.locale) == [language])
        #expect(reading.rules == (isContradiction ? ["po-language-mismatch"] : []))
        let configured = try Reading(
            Reading.header(language: language) + Self.entry,
            path: path,
            options: ReaderOptions(locale: "es")
        )
        #expect(configured.findings == [])
        #expect(configured.summary.declared.map(\.locale) == [language])
    }
}

@Suite("The limits of a PO file")
struct LimitTests {
    private static let long = String(repeating: "ä", count: 1_800_000)

    @Test(
        "Overlong content is reported, and the other texts are read",
        arguments: [
            "msgid \"a\"\nmsgstr \"\(long)\"\n",
            "msgid \"a\"\nmsgstr " + String(repeating: "\"\(String(repeating: "x", count: 1_000))\"\n", count: 2_000),
            "msgid \"\(long)\"\nmsgstr \"a\"\n", "msgctxt \"\(long)\"\nmsgid \"a\"\nmsgstr \"a\"\n",
            "#. \(long)\nmsgid \"a\"\nmsgstr \"a\"\n", "msgid \"a\"\nmsgstr \"\(long + long + long)\"\n",
            "msgid \"a\"\nmsgstr \"" + String(repeating: "\\303\\244", count: 600_000) + "\"\n",
        ]
    )
    func tooLong(broken: String) throws {
        let reading = try Reading(
            Reading.header() + "msgid \"before\"\nmsgstr \"Eins\"\n\n\(broken)\nmsgid \"after\"\nmsgstr \"Zwei\"\n"
        )
        #expect(reading.texts == ["before=Eins", "after=Zwei"])
        #expect(reading.rules == ["po-too-long"])
    }

    @Test("A text of the maximum length is read")
    func longest() throws {
        let text = String(repeating: "x", count: 1 << 20)
        #expect(try Reading("msgid \"a\"\nmsgstr \"\(text)\"\n").texts == ["a=\(text)"])
    }

    @Test("The first 64 comments become notes")
    func notes() throws {
        let notes = (0..<100).map { "# \($0)\n" }.joined()
        let reading = try Reading(Reading.header() + notes + "msgid \"a\"\nmsgstr \"b\"\n")
        #expect(reading.units.first?.notes == (0..<64).map(String.init))
    }

    @Test("A line of 1.5 million empty strings is read")
    func manyTokens() throws {
        let line = "msgstr " + String(repeating: "\"\"", count: 1_500_000)
        #expect(try Reading("msgid \"a\"\n\(line)\n").texts == ["a=nil"])
    }
}
