import ARBReader
import GlossportReading
import GlossportReadingTesting
import Testing

@Suite("The ARB reader")
struct ARBReaderTests {
    private static let fixtures = FixtureKit(ARBReader.format)

    @Test("The reader fulfills the contract of all readers", arguments: ReaderConformance.Check.allCases)
    func conforms(check: ReaderConformance.Check) throws {
        let kit = ReaderConformance(
            format: ARBReader.format,
            path: "lib/l10n/app_de.arb",
            encode: { pairs in
                let texts = pairs.map { "  \"\($0.key)\": \"\($0.text)\",\n  \"@\($0.key)\": {\"description\": \"x\"}" }
                return "{\n  \"@@locale\": \"de\",\n\(texts.joined(separator: ",\n"))\n}\n"
            },
            marker: { "\"\($0)\"" },
            readsUTF16: false,
            holdsText: true
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

    @Test("Each rule except those about sizes has a fixture")
    func rules() throws {
        // LimitTests covers these rules, whose files exceed a megabyte.
        let rules = try Self.fixtures.rulesWithoutFixture()
        #expect(rules == ["arb-too-long", "arb-too-large"])
    }

    @Test(
        "The reader recognizes a bundle by its name or its locale",
        arguments: [
            ("a.json", "{\"@@locale\": \"de\", \"a\": \"b\"}", Recognition.byContent),
            ("a.arb", "\u{FEFF}\n {\"a\": \"b\"}", .byContent), ("a.json", "{\"a\": \"b\"}", .no),
            ("a.arb", "", .byName), ("a.arb", "[]", .byName),
        ]
    )
    func recognition(path: String, content: String, expected: Recognition) {
        #expect(ARBReader.recognize(FilePrefix(path: path, bytes: Array(content.utf8))) == expected)
    }

    @Test("Two apostrophes in a row in a wanted text are reported and kept")
    func apostrophes() throws {
        let text = "{\"a.header\": \"Don''t\", \"b.header\": \"Don't 'x'\", \"other\": \"Don''t\"}"
        let reading = try Reading(text, options: ReaderOptions(wanted: KeyFilter(between: ".")))
        #expect(reading.texts == ["a.header=Don''t", "b.header=Don't 'x'"])
        #expect(reading.rules == ["arb-doubled-apostrophe"])
        #expect(reading.findings.first?.key == "a.header")
    }
}

@Suite("The locale of an ARB file")
struct LocaleTests {
    @Test(
        "The locale is the one in the file's name if the file declares none",
        arguments: [
            ("intl_messages_zh_Hant_TW.arb", "zh_Hant_TW"), ("de.arb", "de"), ("app_pt-BR.arb", "pt-BR"),
            ("app_es_419.arb", "es_419"), ("app_lt_LT.arb", "lt_LT"), ("my_app_ui.arb", nil), ("app.arb", nil),
            ("app_readme.arb", nil),
            ("app_zz_ZZ.arb", nil), ("app_it.arb", "it"),
        ]
    )
    func name(path: String, locale: String?) throws {
        let reading = try Reading("{\"a\": \"b\"}", path: "lib/\(path)")
        #expect(reading.units.map(\.locale) == [locale])
        #expect(reading.summary.declared.map(\.locale) == [locale].compactMap(\.self))
        #expect(reading.findings == [])
    }

    @Test(
        "A contradiction between the file's name and its locale is a warning",
        arguments: [
            ("app_fr.arb", "en", true), ("app_zh_Hant.arb", "zh_Hans", true), ("app_fr.arb", "fr_CA", false),
            ("app.arb", "en", false), ("app_he.arb", "iw", false), ("app_zh_CN.arb", "zh_Hans", false),
        ]
    )
    func contradiction(path: String, locale: String, isContradiction: Bool) throws {
        let text = "{\"a\": \"b\", \"@@locale\": \"\(locale)\"}"
        let reading = try Reading(text, path: path)
        #expect(reading.units.map(\.locale) == [locale])
        #expect(reading.rules == (isContradiction ? ["arb-language-mismatch"] : []))
        let configured = try Reading(text, path: path, options: ReaderOptions(locale: "fr"))
        #expect(configured.findings == [])
        #expect(configured.summary.declared.map(\.locale) == [locale])
    }

    @Test("A late locale ends the reading if texts of a damaged file were read without it")
    func late() throws {
        let text = "{\"x\": \"\\q\",\n\"a\": \"b\",\n\"@@locale\": \"fr\",\n\"c\": \"d\"}"
        let reading = try Reading(text, path: "app_de.arb")
        #expect(reading.units.map(\.locale) == ["de"])
        #expect(reading.rules == ["arb-bad-escape", "arb-late-locale"])
    }
}

@Suite("The limits of an ARB file")
struct LimitTests {
    private static let long = String(repeating: "ä", count: 1_800_000)

    @Test(
        "Overlong content is reported, and the other texts are read",
        arguments: [
            "\"a\": \"\(long)\"", "\"\(long)\": \"a\"", "\"a\": \"a\", \"@a\": {\"description\": \"\(long)\"}",
            "\"@a\": {\"description\": \"\(long)\"}, \"a\": \"a\"",
        ]
    )
    func tooLong(broken: String) throws {
        let reading = try Reading("{\"before\": \"Eins\", \(broken), \"after\": \"Zwei\"}")
        #expect(reading.texts == ["before=Eins", "after=Zwei"])
        #expect(reading.rules == ["arb-too-long"])
    }

    @Test("A text of the maximum length is read")
    func longest() throws {
        let text = String(repeating: "x", count: 1 << 20)
        #expect(try Reading("{\"a\": \"\(text)\"}").texts == ["a=\(text)"])
    }

    @Test("A file of more than 64 MiB is not read")
    func tooLarge() throws {
        let bytes = Array("{".utf8) + [UInt8](repeating: 0x20, count: ReaderLimits.wholeFileBytes)
        #expect(try Reading(bytes).rules == ["arb-too-large"])
    }

    @Test("Deep nesting is an error")
    func nesting() throws {
        for mark in ["[", "{\"a\":"] {
            let reading = try Reading("{\"@x\": " + String(repeating: mark, count: 100_000))
            #expect(reading.rules == ["arb-malformed"])
        }
    }
}
