import Testing

@Suite("A damaged PO file")
struct DefectTests {
    private static let entries =
        Reading.header()
        + (0..<3).map { "#. Note\nmsgctxt \"k\($0).header\"\nmsgid \"N \($0)\"\nmsgstr \"Nä \\\"\($0)\\\"\"\n\n" }
        .joined()

    @Test("A file truncated anywhere yields no wrong unit")
    func cuts() throws {
        let bytes = Array(Self.entries.utf8)
        let whole = try Reading(bytes).units
        for length in bytes.indices {
            let reading = try Reading(Array(bytes.prefix(length)))
            #expect(reading.units == Array(whole.prefix(reading.units.count)))
            let begun = String(decoding: bytes.prefix(length), as: UTF8.self).split(separator: "msgstr").count - 2
            #expect(begun <= reading.units.count || reading.errors != [], "cut off at \(length)")
        }
    }

    @Test("A truncated multiline text is not read")
    func cutInsideText() throws {
        let text = "msgid \"\"\n\"One \"\n\"two\"\nmsgstr \"\"\n\"Eins \"\n\"zwei\"\n"
        let bytes = Array((Reading.header() + text).utf8)
        for length in Reading.header().utf8.count..<bytes.count - 1 {
            let reading = try Reading(Array(bytes.prefix(length)))
            // At the end of a line, only the msgid could reveal a truncation: a limitation of the format.
            let isUntranslated = bytes.prefix(length).suffix(10).elementsEqual("msgstr \"\"\n".utf8)
            #expect(reading.texts == (isUntranslated ? ["One two=nil"] : []), "cut off at \(length)")
        }
    }

    @Test("Invalid bytes drop only their entry")
    func badBytes() throws {
        let middle = "msgctxt \"b\"\nmsgid \"B\"\nmsgstr \"Zwei\"\n"
        let before = Array((Reading.header() + "msgid \"a\"\nmsgstr \"Eins\"\n\n").utf8)
        let after = Array("\nmsgid \"c\"\nmsgstr \"Drei\"\n".utf8)
        for position in 0..<middle.utf8.count {
            var damaged = Array(middle.utf8)
            damaged.insert(0xFF, at: position)
            let reading = try Reading(before + damaged + after)
            #expect(reading.errors.contains("po-bad-bytes"))
            #expect([["a=Eins", "c=Drei"], ["a=Eins", "b=Zwei", "c=Drei"]].contains(reading.texts), "at \(position)")
        }
    }

    @Test("Random bytes cause neither a crash nor a hang")
    func random() throws {
        var generator = SystemRandomNumberGenerator()
        let alphabet = Array("msgidtrcx\"\\\n\r #~,[0] äÿ\0".utf8) + [0xFF, 0xC3]
        for _ in 0..<2_000 {
            let count = Int.random(in: 1..<400, using: &generator)
            let bytes = (0..<count).compactMap { _ in alphabet.randomElement(using: &generator) }
            let charset = ["UTF-8", "GB18030", "CP932"].randomElement(using: &generator) ?? "UTF-8"
            _ = try Reading(Array(Reading.header(charset: charset).utf8) + bytes)
        }
    }
}
