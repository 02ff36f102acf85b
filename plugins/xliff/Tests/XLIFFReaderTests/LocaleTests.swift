import GlossportReading
internal import Testing

@testable internal import XLIFFReader

@Suite("XLIFF reader: locales and the summary")
struct LocaleTests {
    private static let text = String.unit("<target>B</target>")
    private static let silent = text.replacing(" target-language=\"de\"", with: "")

    private static func locales(_ text: String, path: String = "a.xliff", _ locale: String? = nil) throws -> [String?] {
        try Reading(text, path: path, locale: locale).units.map(\.locale)
    }

    @Test("The locale option overrides the file's locale, and the file's locale overrides the folder's")
    func precedence() throws {
        #expect(try Self.locales(Self.text, "de-AT") == ["de-AT"])
        #expect(try Self.locales(Self.text, path: "de.lproj/a.xliff") == ["de"])
        #expect(try Self.locales(Self.silent, path: "fr-CA.lproj/a.xliff") == ["fr-CA"])
        #expect(try Self.locales(Self.silent, path: "x/ja.xcloc/Localized Contents/ja.xliff") == ["ja"])
        #expect(try Self.locales(Self.silent) == [nil])
        #expect(try Self.locales(Self.silent, path: "Base.lproj/a.xliff") == [nil])
    }

    @Test("An empty target language is ignored; a target's xml:lang is the last resort")
    func lastResort() throws {
        let text = Self.text.replacing("target-language=\"de\"", with: "target-language=\"\"")
        #expect(try Self.locales(text) == [nil])
        #expect(try Self.locales(text.replacing("<target>", with: "<target xml:lang=\"fr\">")) == ["fr"])
    }

    @Test("Each file element has its own target language")
    func files() throws {
        let text = """
            <xliff version="1.2"><file target-language="de"><body><trans-unit id="a"><source/><target>B</target></trans-unit>
            </body></file><file target-language="fr_FR"><body><trans-unit id="a"><source/><target>C</target></trans-unit>
            </body></file></xliff>
            """
        let reading = try Reading(text)
        #expect(reading.units.map(\.locale) == ["de", "fr_FR"])
        #expect(reading.detected("target language") == ["de, fr_FR"])
        #expect(reading.detected("file elements") == ["2"])
    }

    @Test(
        "A contradiction between the file's locale and its folder is one warning",
        arguments: [
            "fr.lproj/a.xliff", "fr.xcloc/Localized Contents/fr.xliff",
        ]
    )
    func contradiction(path: String) throws {
        let reading = try Reading(Self.text, path: path)
        #expect(reading.rules == ["language-mismatch"])
        #expect(reading.findings.first?.severity == .warning)
    }

    @Test("A contradiction in an XLIFF 2 file is one warning, not one per level")
    func contradiction2() throws {
        let text = String.version20("<unit id=\"k\"><segment><source>A</source><target>B</target></segment></unit>")
        #expect(try Reading(text, path: "fr.lproj/a.xliff").rules == ["language-mismatch"])
    }

    @Test(
        "If the user sets the locale, the file's own locale is still declared",
        arguments: [
            (text, "a.xliff", ["de"]), (text, "fr.lproj/fr.xliff", ["de"]), (silent, "fr.lproj/a.xliff", ["fr"]),
            (silent, "fr.xliff", ["fr"]), (silent, "a.xliff", []),
            (silent.replacing("<target>", with: "<target xml:lang=\"ja\">"), "a.xliff", ["ja"]),
        ] as [(String, String, [String])]
    )
    func declared(text: String, path: String, locales: [String]) throws {
        let reading = try Reading(text, path: path, locale: "it")
        #expect(reading.summary.declared.map(\.locale) == locales)
        #expect(reading.units.map(\.locale) == ["it"])
        #expect(reading.findings == [])
    }

    @Test("The locale that a bundle declares overrides its name")
    func bundle() throws {
        var source = SourceFile(path: "German.xcloc/Localized Contents/x.xliff", bytes: Array(Self.silent.utf8))
        source.bundleLocale = "de-AT"
        #expect(try Reading(source, ReaderOptions()).units.map(\.locale) == ["de-AT"])
    }

    @Test(
        "A target language that differs from the language of the file's name is a warning",
        arguments: [
            ("fr.xliff", true), ("Retention.fr-CA.xlf", true), ("pt_BR.xliff", true), ("de.xliff", false),
            ("de-AT.xliff", false), ("a.xliff", false), ("app.xliff", false), ("fr.lproj/fr.xliff", true),
            ("de.lproj/fr.xliff", false),
        ]
    )
    func fileName(path: String, isContradicted: Bool) throws {
        let reading = try Reading(Self.text, path: path)
        #expect(reading.rules == (isContradicted ? ["language-mismatch"] : []))
        #expect(reading.units.map(\.locale) == ["de"])
    }

    @Test("A file whose target language was left at the source language is detected by its name")
    func leftAtSource() throws {
        let reading = try Reading(Self.text.replacing("=\"de\"", with: "=\"en\""), path: "ko.xlf")
        #expect(
            reading.finding("language-mismatch")?.text.contains("named after ko, but its target language is en") == true
        )
    }

    @Test("A target in a language other than its file's is a warning")
    func targetLanguage() throws {
        let text = Self.text.replacing("<target>", with: "<target xml:lang=\"fr\">")
        #expect(try Reading(text).rules == ["language-mismatch"])
        #expect(try Reading(text.replacing("xml:lang=\"fr\"", with: "xml:lang=\"de-DE\"")).findings == [])
    }

    @Test(
        "Tags contradict only in parts that both have",
        arguments: [
            ("de", "de-DE", false), ("de_DE", "de-de", false), ("de-DE", "de-AT", true), ("de", "fr", true),
            ("zh-Hans", "zh-CN", false), ("zh-Hans", "zh-Hant-TW", true), ("es-419", "es-MX", false),
            ("es-419", "es-ES", true),
            ("pt", "pt_BR", false),
        ]
    )
    func contradicting(left: String, right: String, expected: Bool) {
        #expect(LanguageTag.contradict(left, right) == expected)
        #expect(LanguageTag.contradict(right, left) == expected)
    }

    @Test("The summary lists what was detected in a fixed order")
    func summary() throws {
        let reading = try Reading(Self.text, path: "de.lproj/a.xliff")
        #expect(
            reading.summary.detected.map { "\($0.name): \($0.value)" } == [
                "encoding: UTF-8 declared", "version: 1.2", "source language: en", "target language: de",
                "file elements: 1", "locale: de, from the file's target language",
            ]
        )
    }

    @Test("Emitted and skipped units add up to the units of the file")
    func sums() throws {
        let reading = try Reading(
            .version12(
                """
                <trans-unit id="a"><source>A</source><target>B</target></trans-unit>
                <trans-unit id="b" translate="no"><source>A</source><target>B</target></trans-unit>
                <trans-unit id="c|==|plural.one"><source>A</source><target>B</target></trans-unit>
                <trans-unit><source>A</source><target>B</target></trans-unit>
                <trans-unit id="e"><source>A</source><target>B</target><target>C</target></trans-unit>
                <trans-unit id="f"><source>A</source></trans-unit>
                """
            )
        )
        #expect(reading.summary.units == 2)
        #expect(reading.summary.skipped.values.reduce(0, +) == 4)
        #expect(reading.summary.skipped.count == 4)
    }
}
