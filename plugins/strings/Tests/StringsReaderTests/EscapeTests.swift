import GlossportReading
import StringsReader
import Testing

@Suite("Escapes in .strings files")
struct EscapeTests {
    private func text(_ escaped: String) throws -> String? {
        try Reading("\"k\" = \"\(escaped)\";").units.first?.target
    }

    @Test(
        "An escape is read as Foundation reads it",
        arguments: [
            ("\\n", "\n"), ("\\t", "\t"), ("\\r", "\r"), ("\\a", "\u{7}"), ("\\b", "\u{8}"), ("\\f", "\u{C}"),
            ("\\v", "\u{B}"), ("\\\"", "\""), ("\\'", "'"), ("\\\\", "\\"), ("\\\n", "\n"), ("\\é", "é"), ("\\🎈", "🎈"),
            ("\\u00e9", "u00e9"), ("\\x41", "x41"), ("\\351", "Ø"), ("\\341", "Æ"), ("\\101", "A"), ("\\0", "\u{0}"),
            ("\\1018", "A8"), ("\\18", "\u{1}8"), ("\\777", "\u{0}"), ("\\U00e9", "é"), ("\\U00E9x", "éx"),
            ("\\U41", "A"), ("\\Ug", "\u{0}g"), ("\\UD83D\\UDE00", "😀"), ("\\U1F600", "ὠ0"),
            ("50 \\% off", "50 % off"), ("a\\\\", "a\\"),
        ]
    )
    func reads(escaped: String, expected: String) throws {
        #expect(try text(escaped) == expected)
    }

    @Test("Escapes are resolved in keys, too")
    func keys() throws {
        #expect(try Reading("\"say \\\"hi\\\"\\n\" = 'it\\'s';").pairs == ["say \"hi\"\n=it's"])
    }

    @Test(
        "An escape that is probably a mistake is a warning",
        arguments: ["\\u00e9", "\\x41", "\\351", "\\U1F600", "\\U0001F600", "\\U41", "\\q", "\\9"]
    )
    func doubtful(escaped: String) throws {
        let reading = try Reading("\"k\" = \"\(escaped)\";")
        #expect(reading.rules == ["strings-doubtful-escape"])
        #expect(reading.places == ["1:7"])
    }

    @Test(
        "Common escapes cause no finding",
        arguments: ["\\n", "\\\"", "\\'", "\\\\", "\\%", "\\U00e9", "caf\\U00E9e", "\\101"]
    )
    func usual(escaped: String) throws {
        #expect(try Reading("\"k\" = \"\(escaped)\";").findings == [])
    }

    @Test("Several doubtful escapes in one text cause one finding with their number")
    func many() throws {
        let reading = try Reading("\"k\" = \"\\u00e9\\u00e8\\u00e7\";")
        #expect(reading.rules == ["strings-doubtful-escape"])
        #expect(reading.findings.first?.text.contains("2 more") == true)
    }

    @Test("The finding names the escape that was probably intended")
    func meant() throws {
        let finding = try Reading("\"k\" = \"d\\u00e9j\\u00e0\";").findings.first
        #expect(finding?.text.contains("the escape \\u00e9, which stands for “u00e9”") == true)
        #expect(finding?.remedy.description.contains("or \\U00e9") == true)
    }

    @Test(
        "A lone surrogate is an error and drops its pair",
        arguments: ["\\UD83D", "\\UDE00", "\\UD83Dx", "\\UD83D\\U0041", "\\UD83D\\n"]
    )
    func loneSurrogate(escaped: String) throws {
        let reading = try Reading("\"k\" = \"\(escaped)\"; a = b;")
        #expect(reading.pairs == ["a=b"])
        #expect(reading.errors == ["strings-lone-surrogate"])
    }

    @Test("An escape split by a chunk boundary is read correctly", arguments: 0..<14)
    func chunkBorder(shift: Int) throws {
        let start = "\"k\" = \""
        let filler = String(repeating: "x", count: 65_536 - start.utf8.count - shift)
        let reading = try Reading("\(start)\(filler)\\UD83D\\UDE00\\101\\n/\\\"\"; /* n */ // m\n")
        #expect(reading.units.first?.target == filler + "😀A\n/\"")
        #expect(reading.units.first?.notes == ["n", "m"])
        #expect(reading.findings == [])
    }
}
