import GlossportReading
import Testing

@Suite("JSON scanner")
struct JSONScannerTests {
    private static func problem(_ text: String) -> String? {
        do {
            try Array(text.utf8).withUnsafeBytes { bytes in
                var scanner = try JSONScanner(bytes)
                try scanner.skip()
                try scanner.end()
            }
            return nil
        } catch { return (error as? JSONScanner.Problem)?.reason ?? "\(error)" }
    }

    @Test(
        "Valid JSON is accepted",
        arguments: [
            "{}", "[]", #"{"a":[1,-2.5e3,true,false,null,"x"]}"#, #" {"a" : {"b":[[]]} } "#, #""\ud83c\udf88\n\/""#,
        ]
    )
    func taken(text: String) { #expect(Self.problem(text) == nil) }

    @Test(
        "Invalid JSON is refused with the reason",
        arguments: [
            ("{", "a name in quotation marks is missing"), ("[1,]", "unexpected comma before a closing bracket"),
            ("[,]", "a value is missing before “,”"), (#"{"a":1,}"#, "unexpected comma before a closing brace"),
            (#"{"a":1 "b":2}"#, "a comma is missing before this name"),
            (#"{"a":1"#, "a comma or the end of an object is missing"),
            (#"{"a" 1}"#, "a colon is missing after a name"),
            (#""\u0000""#, "a text contains U+0000"), (#""\ud83c""#, "a text contains half of a surrogate pair"),
            (#""\x""#, "this backslash does not begin a JSON escape"),
            (
                "\"a\nb\"",
                "the line ends inside a text; its closing quotation mark is missing, or a line break should be \\n"
            ),
            ("\"a\u{1}b\"", "U+0001 must be escaped in a JSON text"),
            ("1 2", "unexpected content after the end"), ("tru", "true, false or null is expected here"),
            (String(repeating: "[", count: 1_000_000), "braces and brackets are nested more than 64 deep"),
        ]
    )
    func refused(text: String, reason: String) { #expect(Self.problem(text) == reason) }

    @Test("Bytes that are not UTF-8 are refused before parsing")
    func bytes() {
        let bytes: [UInt8] = [0x7B, 0x22, 0xED, 0x64, 0x22, 0x7D]
        #expect(throws: JSONScanner.Problem(reason: "it is not UTF-8", offset: 2)) {
            try bytes.withUnsafeBytes { _ = try JSONScanner($0) }
        }
        #expect(throws: JSONScanner.Problem.self) { try bytes.withUnsafeBytes { _ = try ReadRequest(parsing: $0) } }
    }
}
