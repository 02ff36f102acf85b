import GlossportReading
import StringsReader
import Testing

@Suite("Contradictory declarations in .strings files, and elements in texts")
struct ContradictionTests {
    private static func xml(_ pairs: String, encoding: String) -> String {
        "<?xml version=\"1.0\" encoding=\"\(encoding)\"?>\n<plist version=\"1.0\"><dict>\n\(pairs)\n</dict></plist>\n"
    }

    private static let pair = "<key>a</key><string>Schön</string>"

    @Test("An element inside a key or text is an error, and drops only its pair")
    func nestedElements() throws {
        let reading = try Reading(
            Self.xml(
                """
                <key>a</key><string>Bleib <b>hier</b> da</string><key>b</key><string>A<br/>B</string>
                <key>keep.<i>head</i>er</key><string>x</string><key>c</key><string><b>Alles <i>fett</i></b></string>
                <key>d</key><string>&lt;b&gt;y</string>
                """,
                encoding: "UTF-8"
            )
        )
        #expect(reading.pairs == ["d=<b>y"])
        #expect(reading.rules == Array(repeating: "strings-malformed-plist", count: 4))
        #expect(reading.places == ["3:21", "3:70", "4:6", "4:68"])
        #expect(reading.findings.map(\.key) == ["a", "b", nil, "c"])
        #expect(reading.findings.first?.text.contains("“b”") == true)
    }

    @Test("An XML property list is read in its declared encoding", arguments: ["ISO-8859-1", "windows-1252"])
    func declaredEncoding(name: String) throws {
        let bytes = Self.xml(Self.pair, encoding: name).unicodeScalars.map { UInt8($0.value) }
        let reading = try Reading(bytes)
        #expect(reading.pairs == ["a=Schön"])
        #expect(reading.findings == [])
        #expect(reading.summary.detected.contains(.init("encoding", name)))
    }

    @Test(
        "A declared encoding that contradicts the bytes is a warning, and the bytes decide",
        arguments: ["ISO-8859-1", "UTF-16", "Shift_JIS", "nonsense"],
        [[], [0xEF, 0xBB, 0xBF]] as [[UInt8]]
    )
    func contradictoryEncoding(name: String, mark: [UInt8]) throws {
        let reading = try Reading(mark + Array(Self.xml(Self.pair, encoding: name).utf8))
        #expect(reading.pairs == ["a=Schön"])
        #expect(reading.rules == ["strings-encoding-mismatch"])
        #expect(reading.findings.first?.text.contains(name) == true)
    }

    @Test("Bytes that are invalid in the declared encoding are an error, and the remedy names the `encoding` option")
    func badBytes() throws {
        let bytes = Self.xml(Self.pair, encoding: "UTF-8").unicodeScalars.map { UInt8($0.value) }
        let reading = try Reading(bytes)
        #expect(reading.errors == ["strings-bad-bytes"])
        #expect(reading.findings.first?.remedy.contains("encoding") == true)
    }

    @Test(
        "A file name that contradicts its folder is a warning",
        arguments: [
            ("de.lproj/fr.strings", true), ("de.lproj/Retention.fr-CA.strings", true),
            ("pt-BR.lproj/pt-PT.strings", true), ("de.lproj/de.strings", false),
            ("de.lproj/Retention.de-AT.strings", false), ("de.lproj/Retention.strings", false),
            ("English.lproj/en.strings", false), ("de.lproj/Retention_fr.strings", true),
            ("German.lproj/fr.strings", true),
            ("nb.lproj/no.strings", false), ("de.lproj/user_id.strings", false), ("Base.lproj/fr.strings", false),
            ("fr.strings", false),
        ]
    )
    func fileName(path: String, isContradictory: Bool) throws {
        let reading = try Reading("\"a\" = \"x\";", path: path)
        #expect(reading.rules.contains("strings-language-mismatch") == isContradictory)
        #expect(reading.units.count == 1)
        let configured = try Reading("\"a\" = \"x\";", path: path, options: ReaderOptions(locale: "ja"))
        #expect(configured.findings == [])
    }

    @Test("Without a folder, the locale in the file's name is declared for comparison")
    func declared() throws {
        let reading = try Reading("\"a\" = \"x\";", path: "fr.strings", options: ReaderOptions(locale: "de"))
        #expect(reading.summary.declared.map(\.locale) == ["fr"])
        #expect(reading.units.map(\.locale) == ["de"])
    }
}
