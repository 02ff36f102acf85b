import Foundation
import Testing

/// A small file as described in a public bug report about another tool.
struct ReportedFile: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var path: String
    var encoding = String.Encoding.utf8
    var contents: String
    /// The rules of the findings, in any order.
    var rules: [String]
    /// The texts that are read, as `key|locale|text`.
    var texts: [String]

    /// “Schönes für später” in Mac Roman, with its bytes as Latin-1 characters.
    ///
    /// Foundation's own encoder is wrong on Linux.
    static let schoenesInMacRoman = "Sch\u{9A}nes f\u{9F}r sp\u{8A}ter"

    private static func plist(_ pairs: String, _ encoding: String = "UTF-8") -> String {
        "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n<plist version=\"1.0\"><dict>\(pairs)</dict></plist>\n"
    }

    private static func xliff(_ target: String, language: String = "de") -> String {
        """
        <?xml version="1.0"?><xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en"
        target-language="\(language)" datatype="plaintext"><body><trans-unit id="keep.header"><source>Stay</source>
        <target>\(target)</target></trans-unit></body></file></xliff>
        """
    }

    private static func android(_ text: String, locale: String) -> String {
        """
        <resources xmlns:tools="http://schemas.android.com/tools" tools:locale="\(locale)">
            <string name="keep.header">\(text)</string>
        </resources>
        """
    }

    static let all = [
        ReportedFile(
            testDescription: "An element inside a text of an XML property list",
            path: "de.lproj/a.strings",
            contents: plist(
                "<key>keep.header</key><string>Jetzt <i>noch</i> bleiben</string><key>keep.body</key><string>Gut</string>"
            ),
            rules: ["strings-malformed-plist"],
            texts: ["keep.body|de|Gut"]
        ),
        ReportedFile(
            testDescription: "An unfinished formula in a table",
            path: "a.csv",
            contents: "key,de\nkeep.header,Loading...\nkeep.body,#NAME?\nkeep.altText,Bild\n",
            rules: ["csv-spreadsheet-error", "csv-spreadsheet-error"],
            texts: ["keep.altText|de|Bild"]
        ),
        ReportedFile(
            testDescription: "ICU's doubled apostrophe",
            path: "app_fr.arb",
            contents: "{\"keep.header\": \"L''essai continue\"}",
            rules: ["arb-doubled-apostrophe"],
            texts: ["keep.header|fr|L''essai continue"]
        ),
        ReportedFile(
            testDescription: "An XML property list in the encoding that it declares",
            path: "de.lproj/a.strings",
            encoding: .isoLatin1,
            contents: plist("<key>keep.header</key><string>Gemütlich</string>", "ISO-8859-1"),
            rules: [],
            texts: ["keep.header|de|Gemütlich"]
        ),
        ReportedFile(
            testDescription: "A line break that XLIFF folds",
            path: "a.xliff",
            contents: xliff("Ruhig bleiben.\nUnd weiter."),
            rules: ["xliff-folded-break"],
            texts: ["keep.header|de|Ruhig bleiben. Und weiter."]
        ),
        ReportedFile(
            testDescription: "A PO file's header contradicts its name",
            path: "it.po",
            contents:
                "msgid \"\"\nmsgstr \"Language: en\\n\"\n\nmsgctxt \"keep.header\"\nmsgid \"Stay\"\nmsgstr \"Resta\"\n",
            rules: ["po-language-mismatch"],
            texts: ["keep.header|en|Resta"]
        ),
        ReportedFile(
            testDescription: "A PO file's header contradicts its folder",
            path: "fr/LC_MESSAGES/a.po",
            contents:
                "msgid \"\"\nmsgstr \"Language: de\\n\"\n\nmsgctxt \"keep.header\"\nmsgid \"Stay\"\nmsgstr \"Reste\"\n",
            rules: ["po-language-mismatch"],
            texts: ["keep.header|de|Reste"]
        ),
        ReportedFile(
            testDescription: "An ARB file's locale contradicts its name",
            path: "intl_it.arb",
            contents: "{\"@@locale\": \"en\", \"keep.header\": \"Resta\"}",
            rules: ["arb-language-mismatch"],
            texts: ["keep.header|en|Resta"]
        ),
        ReportedFile(
            testDescription: "A .strings file's name contradicts its folder",
            path: "de.lproj/Retention_fr.strings",
            contents: "\"keep.header\" = \"Reste\";\n",
            rules: ["strings-language-mismatch"],
            texts: ["keep.header|de|Reste"]
        ),
        ReportedFile(
            testDescription: "A String Catalog has nothing in the language of its name",
            path: "Retention-fr.xcstrings",
            contents: """
                {"sourceLanguage": "en", "version": "1.0", "strings": {"keep.header": {"localizations":
                {"de": {"stringUnit": {"state": "translated", "value": "Bleib"}}}}}}
                """,
            rules: ["xcstrings-language-mismatch"],
            texts: ["keep.header|de|Bleib"]
        ),
        ReportedFile(
            testDescription: "Android's tools:locale contradicts the folder",
            path: "res/values-fr/strings.xml",
            contents: android("Reste", locale: "de"),
            rules: ["android-language-mismatch"],
            texts: ["keep.header|fr|Reste"]
        ),
        ReportedFile(
            testDescription: "An XLIFF file's target language contradicts its name",
            path: "northlight_fr.xlf",
            contents: xliff("Bleib"),
            rules: ["xliff-language-mismatch"],
            texts: ["keep.header|de|Bleib"]
        ),
        ReportedFile(
            testDescription: "Other codes and spellings of the same language are no contradiction",
            path: "res/values-iw/strings.xml",
            contents: android("הישארו", locale: "he-IL"),
            rules: [],
            texts: ["keep.header|iw|הישארו"]
        ),
        ReportedFile(
            testDescription: "Mac Roman in a .strings file",
            path: "de.lproj/a.strings",
            encoding: .isoLatin1,
            contents: "\"keep.header\" = \"\(schoenesInMacRoman)\";\n",
            rules: ["strings-bad-bytes"],
            texts: []
        ),
    ]
}

@Suite("Files from public bug reports are read correctly, or the loss is reported")
struct SilentLossTests {
    @Test("No text is lost without a finding", arguments: ReportedFile.all)
    func file(_ file: ReportedFile) async throws {
        let project = try TestProject()
        try project.write(file)
        let call = try await Glossport.run("read", file.path, in: project)
        let rules = call.stderr.matches(of: #/\[([a-z]+-[a-z-]+)(?: · [^\]]*)?\]$/#.anchorsMatchLineEndings()).map {
            String($0.1)
        }
        #expect(rules.sorted() == file.rules.sorted(), "\(call.stderr)")
        let texts = try call.jsonLines().map { unit in
            ["key", "locale", "target"].map { name in unit[name]?.string ?? "-" }.joined(separator: "|")
        }
        #expect(texts == file.texts)
    }

    @Test(
        "The encoding that the remedy names is correct",
        arguments: [
            ("de", String.Encoding.isoLatin1, "Schönes für später", "macintosh"),
            ("ja", .shiftJIS, "まだ続けてください", "CP932"),
            ("ru", .windowsCP1251, "Останьтесь ещё", "windows-1251"),
            ("hu", .windowsCP1250, "Őrizd meg a fűszereket", "windows-1250"),
        ]
    )
    func encoding(locale: String, encoding: String.Encoding, text: String, name: String) async throws {
        let project = try TestProject()
        let file = ReportedFile(
            testDescription: "",
            path: "a.csv",
            encoding: encoding,
            contents: "key,\(locale)\nkeep.header,\(locale == "de" ? ReportedFile.schoenesInMacRoman : text)\n",
            rules: [],
            texts: []
        )
        try project.write(file)
        let call = try await Glossport.run("read", file.path, in: project)
        #expect(call.stderr.contains("set the option encoding to \(name)."), "\(call.stderr)")
        let configured = try await Glossport.run("read", "--option", "encoding=\(name)", file.path, in: project)
        #expect(try configured.jsonLines().map { $0["target"]?.string ?? "-" } == [text])
    }

    @Test("A spreadsheet's placeholder for a text is also an error in a .strings file")
    func residue() async throws {
        let project = try TestProject()
        try project.write("\"keep.header\" = \"Loading...\";\n\"keep.body\" = \"#NAME?\";\n", to: "de.lproj/a.strings")
        let call = try await Glossport.run("validate", "de.lproj/a.strings", in: project)
        #expect(call.exitCode == 4)
        #expect(call.output.contains("“Loading...”"))
        #expect(call.output.contains("“#NAME?”"))
    }
}

extension TestProject {
    fileprivate func write(_ file: ReportedFile) throws {
        let place = URL(fileURLWithPath: self.file(file.path))
        try FileManager.default.createDirectory(
            at: place.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try #require(file.contents.data(using: file.encoding)).write(to: place)
    }
}
