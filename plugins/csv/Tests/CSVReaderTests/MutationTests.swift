import CSVReader
import GlossportReading
import Testing

/// Damaged files: regardless of their content, the reader terminates, does not trap and stays consistent.
@Suite("Damaged files")
struct MutationTests {
    private static let seeds = [
        "key,locale,text,notes,state\nkeep.header,de-DE,\"Bleib, \"\"du\"\"\nhier\",kurz,reviewed\nkeep.body,fr,Reste,,new\n",
        "Title;;\nsep=;\nkey;French (France);de\na;Salut;Hallo\nb;\"un;deux\";\n",
        "message,locale,header,body,bullet1\nkeep,ja,花🎈,続ける,ä\nkeep,ru,Ваша,подписка,\n",
        "\u{FEFF}id\tno\ten\r\n1E+12\t'=x\t#NAME?\r\n\t\u{FFFD}\tGr??e\r\n",
    ]

    private static let splices: [[UInt8]] = [
        [0x22], [0x2C], [0x0A], [0x0D], [0], [0xFF], [0xC3], [0xEF, 0xBB, 0xBF], [0xFF, 0xFE], Array("\"\"".utf8),
        Array("\"x".utf8), Array(",,,,,,".utf8), [0x09], [0x3B], [0x7C], Array("sep=".utf8), [0xE2, 0x80],
        Array("\r\n\r\n".utf8),
    ]

    @Test("A few hundred mutations of each seed are read consistently", arguments: seeds.indices)
    func mutations(seed: Int) throws {
        var random = Random(seed: UInt64(seed) + 100)
        let options: [[String: String]] = [
            [:], ["lenient": "true"], ["trim": "true"], ["lenient": "true", "trim": "true"], ["quote": "none"],
            ["key": "1", "text": "2", "locale": "=de", "headerRow": "none"], ["layout": "wide", "map": "*=ignore"],
            ["encoding": "utf-16le"], ["encoding": "windows-1252"], ["delimiter": " "], ["headerRow": "2"],
        ]
        for _ in 0..<400 {
            var bytes = Array(Self.seeds[seed].utf8)
            for _ in 0..<Int.random(in: 1...6, using: &random) {
                let place = Int.random(in: 0...bytes.count, using: &random)
                switch Int.random(in: 0..<4, using: &random) {
                case 0: bytes.insert(contentsOf: Self.splices.randomElement(using: &random) ?? [], at: place)
                case 1 where place < bytes.count: bytes[place] = UInt8.random(in: 0...255, using: &random)
                case 2 where place < bytes.count: bytes.removeSubrange(place..<min(bytes.count, place + 7))
                default: bytes.append(contentsOf: bytes[place...].prefix(40))
                }
            }
            let chosen = options.randomElement(using: &random) ?? [:]
            let read = try Read(bytes, path: "x.csv", chosen)
            #expect(read.summary.units == read.units.count)
            let declared = Set(CSVReader.format.rules.map(\.id))
            #expect(read.findings.allSatisfy { declared.contains($0.rule) })
            #expect(
                read.units.allSatisfy {
                    $0.location.line >= 1 && $0.location.column >= 1 && $0.target?.isEmpty == false
                }
            )
            _ = CSVReader.recognize(FilePrefix(path: "x.txt", bytes: bytes))
        }
    }
}
