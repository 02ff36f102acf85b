import Glossport
import GlossportReading
import Testing

@Suite("Approvers' names")
struct SignatureTests {
    @Test(
        "A name may be in any script",
        arguments: ["N", "Noa Levi", "נועה לוי", "山田 花子", "Zoë O'Neil-Müller <zoe@example.com>", "علي\u{200C}رضا"]
    )
    func names(name: String) throws {
        #expect(try Signature(name: name).name == name)
    }

    @Test(
        "An empty, unprintable or overlong name is refused with a remedy",
        arguments: [
            ("", "is empty"), (" \u{3000}", "is empty"), ("Noa\u{1B}[31m", "U+001B"), ("a\nb", "U+000A"),
            ("Noa\u{202E}iveL", "U+202E"), ("\u{FEFF}Noa", "U+FEFF"),
            (String(repeating: "n", count: 101), "has 101 characters"),
            ("n" + String(repeating: "\u{301}", count: 100), "has 101 characters"),
        ]
    )
    func refused(name: String, text: String) {
        let error = #expect(throws: GlossportError.self) { try Signature(name: name) }
        #expect(error?.code == .invalidOption)
        #expect(error?.message.contains(text) == true, "\(error?.message ?? "")")
        #expect(error?.remedy != nil)
    }

    @Test("Surrounding white space is removed from a name, and an empty note is nil")
    func trimmed() throws {
        let signature = try Signature(name: "  Noa Levi ", note: " ")
        #expect(signature.name == "Noa Levi")
        #expect(signature.note == nil)
        #expect(try Signature(name: "Noa", note: " Ticket 4711 ").note == "Ticket 4711")
        #expect(throws: GlossportError.self) { try Signature(name: "Noa", note: "a\tb") }
        #expect(throws: GlossportError.self) { try Signature(name: "Noa", note: String(repeating: "n", count: 1_001)) }
    }
}
