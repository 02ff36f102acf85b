import GlossportReading
import Testing

@Suite("Source text")
struct SourceTextTests {
    @Test("A text is read only if it is within the limit")
    func limit() throws {
        let file = SourceFile(path: "a", bytes: [0xEF, 0xBB, 0xBF, 0xC3, 0xA4, 0x62])
        let detection = TextEncoding.detect(try file.head().bytes)
        #expect(try file.text(as: detection, atMost: 3)?.utf8 == [0xC3, 0xA4, 0x62])
        #expect(try file.text(as: detection, atMost: 2) == nil)
    }

    @Test("A byte that can't be decoded ends the text")
    func failure() throws {
        let file = SourceFile(path: "a", bytes: [0x61, 0xE4, 0x20])
        let text = try #require(try file.text(as: TextEncoding.detect(try file.head().bytes)))
        #expect(text.utf8 == [0x61])
        #expect(text.failure?.byteOffset == 1)
        #expect(text.failure?.hexadecimal == "E4 20")
    }

    @Test("UTF-8 validation agrees with the standard library")
    func validation() {
        // The limits of the ranges that are valid for each byte of a scalar.
        let edges: [UInt8] = [
            0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC1, 0xC2, 0xE0, 0xE3, 0xED, 0xEF, 0xF0, 0xF4, 0xF5,
        ]
        let pairs = edges.flatMap { first in edges.map { [first, $0] } }
        let wrong = pairs.flatMap { start in pairs.map { start + $0 } }.filter { bytes in
            let prefix = bytes.withUnsafeBytes { $0.validUTF8Prefix().length }
            return (prefix == 4) != (String(validating: bytes, as: UTF8.self) != nil)
                || String(validating: bytes[..<prefix], as: UTF8.self) == nil
        }
        #expect(wrong == [])
    }

    @Test("A malformed byte is found at any position in a text in several scripts")
    func malformedAnywhere() {
        let text = Array("stay with us, bleib größer, このまま続けると 🎈🎈 et gardez".utf8)
        for index in text.indices {
            let broken = Array(text[..<index]) + [0xFF] + text[index...]
            let start = broken.withUnsafeBytes { $0.validUTF8Prefix() }
            let valid = (0...index).last { String(validating: text[..<$0], as: UTF8.self) != nil }
            #expect(start.length == valid && start.isMalformed, "at \(index)")
        }
    }
}
