import Testing

@testable import GlossportReading

@Suite("Text that is cut")
struct ExcerptTextTests {
    /// Numbers that are the same on every run.
    private struct Random: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return state ^ (state >> 29)
        }
    }

    private static let sample = "key;locale\r\nÄpfel, 花見 🎈\nnaïve café\rどうぞ “so” – ok\n\nlast"
    private static let latin = "key;locale\r\nÄpfel\nnaïve café\rso – ok\n\nlast"

    private func text(_ content: String, _ name: String, mark: [UInt8]) throws -> (ExcerptText, [UInt8]) {
        let encoding = try #require(TextEncoding(named: name))
        let bytes = mark + (try #require(encoding.bytes(of: Array(content.utf8)[...])))
        return (
            try ExcerptText(SourceFile(path: "x", bytes: bytes), encoding: encoding, markLength: mark.count), bytes
        )
    }

    @Test(
        "What is kept is what was delivered, and everything else is what was put in",
        arguments: [
            ("UTF-8", [0xEF, 0xBB, 0xBF]), ("UTF-8", []), ("UTF-16LE", [0xFF, 0xFE]), ("UTF-16BE", [0xFE, 0xFF]),
            ("UTF-32LE", [0xFF, 0xFE, 0, 0]), ("windows-1252", []),
        ] as [(String, [UInt8])]
    )
    func randomEdits(name: String, mark: [UInt8]) throws {
        let content = name == "windows-1252" ? Self.latin : Self.sample
        let (text, bytes) = try text(content, name, mark: mark)
        let encoding = try #require(TextEncoding(named: name))
        let scalars = Array(content.unicodeScalars)
        // Where each scalar begins, as text and as bytes.
        var offsets = [(text: 0, bytes: mark.count)]
        for scalar in scalars {
            let utf8 = Array(String(scalar).utf8)
            let length = try #require(encoding.bytes(of: utf8[...])).count
            offsets.append((offsets[offsets.count - 1].text + utf8.count, offsets[offsets.count - 1].bytes + length))
        }
        var random = Random(state: 7)
        for _ in 0..<300 {
            var edits = TextEdits()
            var expected = mark
            var position = 0
            while position < scalars.count {
                let end = min(scalars.count, position + Int.random(in: 1...8, using: &random))
                switch Int.random(in: 0...2, using: &random) {
                case 0: edits.remove(offsets[position].text..<offsets[end].text)
                case 1:
                    edits.insert("<é>", at: offsets[position].text)
                    expected += try #require(encoding.bytes(of: Array("<é>".utf8)[...]))
                    fallthrough
                default: expected += bytes[offsets[position].bytes..<offsets[end].bytes]
                }
                position = end
            }
            #expect(try text.bytes(editedBy: edits) == expected)
        }
    }

    @Test("Places are found as readers count them")
    func places() throws {
        let (text, _) = try text(Self.sample, "UTF-8", mark: [])
        for (line, column, rest) in [
            (1, 1, "key;"), (2, 1, "Äpfel"), (2, 8, "花見"), (2, 11, "🎈"), (3, 7, "café\r"), (4, 5, "“so”"),
            (6, 1, "last"),
        ] {
            let offset = try #require(text.offset(of: TextCursor.Place(line: line, column: column)))
            #expect(String(decoding: text.utf8[offset...], as: UTF8.self).hasPrefix(rest))
        }
        for (line, column) in [(0, 1), (1, 0), (7, 1), (2, 99), (9, 1)] {
            #expect(text.offset(of: TextCursor.Place(line: line, column: column)) == nil)
        }
    }

    @Test("What is put in may be of characters that the encoding does not have")
    func fallback() throws {
        let (text, bytes) = try text("abc", "windows-1252", mark: [])
        var edits = TextEdits()
        edits.insert("花é", at: 1)
        #expect(try text.bytes(editedBy: edits) { "&#\($0.value);" } == Array("a&#33457;".utf8) + [0xE9] + bytes[1...])
    }

    @Test("Removals may overlap, and what is put in at their edges stays")
    func overlaps() throws {
        var edits = TextEdits()
        edits.remove(2..<6)
        edits.remove(4..<8)
        edits.remove(3..<5)
        edits.insert("A", at: 2)
        edits.insert("B", at: 8)
        edits.insert("C", at: 8)
        #expect(
            edits.pieces(of: 10)
                == [.kept(0..<2), .inserted("A"), .inserted("B"), .inserted("C"), .kept(8..<10)]
        )
    }
}
