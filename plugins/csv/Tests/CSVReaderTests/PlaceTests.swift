import GlossportReading
import Testing

@testable import CSVReader

@Suite("Locations")
struct PlaceTests {
    private static let alphabet: [String] = [
        "a", "b", ",", ",", "\n", "\r", "\r\n", " ", "\t", ";", "ä", "花", "🎈", "\\",
    ]

    private static func sample(_ random: inout Random) -> [UInt8] {
        var text = ""
        for _ in 0..<Int.random(in: 0..<60, using: &random) {
            if Int.random(in: 0..<3, using: &random) == 0 {
                // Use well-formed quoted cells, so that some samples are valid.
                let inner = (0..<Int.random(in: 0..<6, using: &random)).map { _ in
                    (alphabet + ["\""]).randomElement(using: &random) ?? ""
                }
                text += "\"" + inner.joined().replacing("\"", with: "\"\"") + "\","
            } else if Int.random(in: 0..<80, using: &random) == 0 {
                text += "\""
            } else {
                text += alphabet.randomElement(using: &random) ?? ""
            }
        }
        return Array(text.utf8)
    }

    @Test("Invalid bytes right after sep=; are located on its line")
    func damageInSeparatorLine() throws {
        #expect(try Read(Array("sep=;".utf8) + [0xFF, 0xFF]).defects == ["csv-encoding 1:6"])
        #expect(try Read(Array("sep=;\n".utf8) + [0xFF, 0xFF]).defects == ["csv-encoding 2:1"])
    }

    @Test("Chunk boundaries affect neither rows nor locations", arguments: [false, true])
    func agreement(lenient: Bool) {
        var random = Random(seed: lenient ? 2 : 1)
        var rows = 0
        for _ in 0..<6_000 {
            let bytes = Self.sample(&random)
            let dialect = CSVDialect(acceptsStrayQuotes: lenient)
            let pieces = (0..<4).map { _ in Int.random(in: 1..<12, using: &random) }
            let whole = ParsedFile(bytes, dialect)
            let pieced = ParsedFile(bytes, dialect, pieces: pieces)
            #expect(whole.rows == pieced.rows, "\(String(decoding: bytes, as: UTF8.self).debugDescription)")
            #expect(whole.stop?.place == pieced.stop?.place)
            rows += whole.rows.count
        }
        #expect(rows > 4_000)
    }

    @Test("Each location is that of the cell: its opening quote, or its text")
    func content() {
        var random = Random(seed: 3)
        for trims in [false, true] {
            for _ in 0..<3_000 {
                let bytes = Self.sample(&random)
                let parsed = ParsedFile(bytes, CSVDialect(trimsSpaces: trims))
                for row in parsed.rows {
                    for (cell, place) in zip(row.cells, row.places) {
                        let rest = Self.text(of: bytes, from: place)
                        #expect(rest.hasPrefix("\"") || rest.unicodeScalars.starts(with: cell.unicodeScalars))
                    }
                }
            }
        }
    }

    /// Finds the text at a location in the simplest possible way.
    private static func text(of bytes: [UInt8], from place: TextPosition) -> String {
        var position = TextPosition()
        for (index, byte) in bytes.enumerated() {
            if position.line == place.line, position.column == place.column, byte & 0xC0 != 0x80,
                !(byte == 0x0A && index > 0 && bytes[index - 1] == 0x0D)
            {
                return String(decoding: bytes[index...], as: UTF8.self)
            }
            position.advance(over: byte)
        }
        return ""
    }

    @Test("Columns count scalars, not bytes or characters")
    func scalars() throws {
        let read = try Read("key,note,de\na,花🎈e\u{301}👨‍👩‍👧,Hallo\n")
        #expect(read.places == ["2:13"])
    }

    @Test("Row numbers are those of a spreadsheet")
    func rowNumbers() {
        let parsed = ParsedFile(Array("a\r\n\r\n\r\nb,\"x\r\ny\"\r\n\n\rc".utf8))
        #expect(parsed.rows.map(\.number) == [1, 4, 7])
        #expect(parsed.rows.map { $0.places[0].line } == [1, 4, 8])
    }

    @Test("An excerpt begins and ends between characters")
    func surroundings() {
        let bytes = Array(String(repeating: "花", count: 20).utf8)
        for index in stride(from: 0, through: bytes.count, by: 3) {
            let excerpt = bytes.withUnsafeBytes { String(excerptOf: $0, around: index) }
            #expect(!excerpt.isEmpty && excerpt.allSatisfy { $0 == "花" })
        }
    }
}
