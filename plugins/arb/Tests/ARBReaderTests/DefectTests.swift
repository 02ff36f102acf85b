import Foundation
import GlossportReading
import Testing

@Suite("A damaged ARB file")
struct DefectTests {
    @Test("A file truncated anywhere yields one error and no wrong unit")
    func cuts() throws {
        let bytes = Array("{\"a\":\"Nä\\\"\\u00e4\",\n\"@a\":{\"description\":\"A\"},\"b\":\"🎈\"}".utf8)
        let whole = try Reading(bytes).units
        #expect(whole.count == 2)
        for length in 1..<bytes.count {
            let reading = try Reading(Array(bytes.prefix(length)))
            #expect(reading.units == Array(whole.prefix(reading.units.count)))
            #expect(reading.errors.count == 1, "cut off at \(length)")
        }
    }

    @Test(
        "Bytes that are not UTF-8 cause an error",
        arguments: [[0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xC0, 0xAF], [0xF4, 0x90, 0x80], [0x80]] as [[UInt8]]
    )
    func badBytes(bad: [UInt8]) throws {
        let reading = try Reading(Array("{\"a\":\"Eins\",\n\"b\":\"ä".utf8) + bad + Array("\",\n\"c\":\"Drei\"}".utf8))
        #expect(reading.texts == ["a=Eins"])
        #expect(reading.rules == ["arb-bad-bytes"])
        #expect(reading.findings.first?.location == SourceLocation(path: "app.arb", line: 2, column: 7))
    }

    // Skipped strings are not validated, so the file contains none.
    @Test("The reader rejects what Foundation rejects, and reads no text differently", arguments: 0..<8)
    func foundation(seed: Int) throws {
        let template = """
            {
              "@@locale": "pt_BR",
              "@@x-version": -1.5e3,
              "keep.header": "Nächte \\"\\u00e4\\" 🎈",
              "@keep.header": { "description": "d", "x-more": [1, null, {}, true] },
              "keep.body": "", "b": "{n}\\n"
            }
            """
        let marks = ["\"", "\\", "\n", ",", "}", "x", "{", " ", "[", "0", "\t", ":"]
        let insertions = marks.map { Array($0.utf8) } + [[0xFF]]
        for _ in 0..<300 {
            var bytes = Array(template.utf8)
            let position = Int.random(in: 0..<bytes.count)
            if Bool.random() {
                bytes.removeSubrange(position..<min(position + Int.random(in: 1...3), bytes.count))
            } else {
                bytes.insert(contentsOf: insertions.randomElement() ?? [], at: position)
            }
            let reading = try Reading(bytes)
            guard let object = (try? JSONSerialization.jsonObject(with: Data(bytes))) as? [String: Any] else {
                #expect(reading.errors != [], "accepted: \(String(decoding: bytes, as: UTF8.self))")
                continue
            }
            // Of two equal names, Foundation keeps one; the value of the other may not be a text.
            for unit in reading.units { #expect(object[unit.key] as? String ?? unit.target ?? "" == unit.target ?? "") }
            let texts = object.filter { !$0.key.hasPrefix("@") && $0.value is String }
            let isRead = Set(reading.units.map(\.key)) == Set(texts.keys)
            #expect(reading.errors != [] || isRead)
        }
    }
}
