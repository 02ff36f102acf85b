import AndroidReader
import GlossportReading
import GlossportReadingTesting
import Testing

@Suite("The Android reader")
struct AndroidReaderTests {
    private static func encode(_ pairs: [(key: String, text: String)]) -> String {
        let strings = pairs.map { "    <!-- A note. -->\n    <string name=\"\($0.key)\">\($0.text)</string>\n" }
        return "<resources>\n\(strings.joined())</resources>\n"
    }

    @Test("The reader fulfills the contract of all readers", arguments: ReaderConformance.Check.allCases)
    func conforms(check: ReaderConformance.Check) throws {
        let kit = ReaderConformance(
            format: AndroidReader.format,
            path: "res/values-de/strings.xml",
            encode: Self.encode,
            marker: { $0 }
        )
        #expect(try kit.violations(of: check) == [])
    }

    @Test(
        "The reader recognizes resources by their outermost element, or by the name `values…/strings.xml`",
        arguments: [
            ("x.xml", "<resources>", Recognition.byContent),
            ("x.xml", "\u{FEFF}<?xml version=\"1.0\"?>\n<!-- <a> -->\n<resources\n", .byContent),
            ("x.xml", "<!DOCTYPE resources [<!ENTITY a \"b\">]>\n<resources>", .byContent),
            ("pom.xml", "<project><build><resources></resources></build></project>", .no),
            ("x.xml", "<resourceset>", .no), ("x.txt", "<resources>", .no), ("x.xml", "", .no),
            ("values-de/strings.xml", "", .byName), ("values/strings.xml", "<!-- a long license", .byName),
            ("values/colors.xml", "", .no), ("de/strings.xml", "<!-- a long license", .no),
        ]
    )
    func recognition(path: String, text: String, expected: Recognition) {
        let head = FilePrefix(path: "app/res/" + path, bytes: Array(text.utf8))
        #expect(AndroidReader.format.recognize(head) == expected)
        let wide: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        if expected == .byContent {
            #expect(AndroidReader.format.recognize(FilePrefix(path: path, bytes: wide)) == expected)
        }
    }

    @Test(
        "Recognition examines each byte once, however many comments and document types there are",
        arguments: ["<!--a-->", "<?a?>", "<!DOCTYPE a>", "<!DOCTYPE a [<!ENTITY a \"b]\"> ]\n>", "<!-- --><?a b?>\n"]
    )
    func longPrologue(piece: String) {
        let prologue = String(repeating: piece, count: 4_000 / piece.utf8.count)
        for (root, expected) in [("<resources>", Recognition.byContent), ("<project>", .no), ("<!--", .no), ("", .no)] {
            let head = FilePrefix(path: "x.xml", bytes: Array((prologue + root).utf8))
            #expect(AndroidReader.format.recognize(head) == expected)
        }
    }

    @Test("Elements of other namespaces among the resources are reported at their location")
    func namespaces() throws {
        let reading = try Reading(
            strings: """
                <string name="a">x</string><x:string xmlns:x="urn:x" name="b">y</x:string>
                <string xmlns="urn:x" name="c">z</string><string name="d">x</string>
                """
        )
        #expect(reading.texts == ["a=x", "d=x"])
        #expect(reading.rules == ["android-unknown-element", "android-unknown-element"])
        #expect(reading.findings.compactMap(\.location).map { "\($0.line):\($0.column)" } == ["2:28", "3:1"])
        #expect(reading.findings.first?.text == "The element <x:string> is in the namespace “urn:x” and is skipped.")
    }

    @Test("An invalid base locale is rejected")
    func option() throws {
        #expect(throws: GlossportError.self) {
            try AndroidReader(options: ReaderOptions(values: ["baseLocale": "English, of course"]))
        }
    }

    @Test("A text begins at its first character other than white space, in any notation")
    func places() throws {
        let reading = try Reading(
            strings: """
                <string name="a">
                  \u{20}
                 🎈ä x</string><string name="b">"  y"</string>
                <string name="c"> <![CDATA[ ä]]></string><string name="d"><b> ä</b></string>
                <string name="e">&#10; &#228;x</string><string name="f">&#32;x;</string><string name="g">&lt;b></string>
                """
        )
        #expect(reading.places == ["4:2", "4:32", "5:29", "5:63", "6:24", "6:62", "6:90"])
    }

    @Test("The locale of a folder is the one that Android reads", arguments: FolderNames.all)
    func folders(folder: String, locale: String?, isKnown: Bool) throws {
        let file = Array("<resources><string name=\"a\">x</string></resources>".utf8)
        let reading = try Reading(file, path: "app/res/\(folder)/strings.xml")
        #expect(reading.units.first?.locale == locale)
        #expect(reading.rules.contains("android-unknown-folder") != isKnown)
        #expect(reading.summary.declared.map(\.locale) == [locale].compactMap(\.self))
    }

    @Test("A contradiction between folder and tools:locale is a warning unless the delivery has a locale")
    func contradiction() throws {
        let file = Array(
            """
            <resources xmlns:tools="http://schemas.android.com/tools" tools:locale="en"><string name="a">x</string></resources>
            """.utf8
        )
        #expect(try Reading(file).rules == ["android-language-mismatch"])
        #expect(try Reading(file).units.first?.locale == "de")
        #expect(try Reading(file, path: "res/values-en-rGB/strings.xml").rules == [])
        let configured = try Reading(file, options: ReaderOptions(locale: "fr"))
        #expect(configured.rules == [])
        #expect(configured.summary.declared.map(\.locale) == ["de", "en"])
    }
}
