import GlossportReading
import StringsReader
import Testing

/// Checks that damaged files do not crash or hang the reader, and that its counts are consistent.
@Suite("The .strings reader and damaged files")
struct MutationTests {
    private static let xml = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict><key>a</key><string>x &amp; y</string><!-- c --><key>b</key><string><![CDATA[z]]></string>
        </dict></plist>
        """

    /// Returns a file with up to six defects.
    private func mutated(_ seed: UInt64) -> [UInt8] {
        var generator = SeededGenerator(seed: seed &+ 77)
        var writer = RandomStrings(seed: seed)
        var bytes = Array((seed.isMultiple(of: 5) ? Self.xml : writer.file() + writer.file()).utf8)
        if seed.isMultiple(of: 7) { bytes = [0xFF, 0xFE] + bytes.flatMap { [$0, 0] } }
        for _ in 0..<Int.random(in: 1...6, using: &generator) where !bytes.isEmpty {
            let place = Int.random(in: 0..<bytes.count, using: &generator)
            let interesting: [UInt8] = Array("\"';={}()<>/*\\U0&#-! \n\r".utf8) + [0, 0xC3, 0xE2, 0x80, 0xFF, 0xEF]
            switch Int.random(in: 0..<5, using: &generator) {
            case 0: bytes.remove(at: place)
            case 1: bytes.removeSubrange(place..<min(bytes.count, place + 9))
            case 2: bytes.insert(contentsOf: bytes[place..<min(bytes.count, place + 12)], at: place)
            case 3: bytes[place] = UInt8.random(in: 0...255, using: &generator)
            default: bytes.insert(interesting[Int.random(in: 0..<interesting.count, using: &generator)], at: place)
            }
        }
        return bytes
    }

    @Test("A mutated file causes no trap, and counts and locations are consistent", arguments: 0..<600 as Range<UInt64>)
    func order(seed: UInt64) throws {
        let bytes = mutated(seed)
        let reading = try Reading(bytes)
        #expect(reading.summary.units == reading.units.count)
        #expect(!reading.units.isEmpty || !reading.findings.isEmpty)
        let declared = Set(StringsReader.format.rules.map(\.id))
        #expect(reading.findings.allSatisfy { declared.contains($0.rule) && !$0.remedy.description.isEmpty })
        let lines = bytes.count { $0 == 0x0A || $0 == 0x0D } + 1
        #expect(reading.units.allSatisfy { 1...lines ~= $0.location.line && $0.location.column >= 1 })
        #expect(reading.findings.allSatisfy { 1...lines ~= $0.location?.line ?? 1 })
    }

    @Test("Skipping unwanted pairs does not affect findings and wanted pairs", arguments: 0..<600 as Range<UInt64>)
    func skipping(seed: UInt64) throws {
        // Some of the random keys must be wanted and others not.
        let filter = KeyFilter(between: seed.isMultiple(of: 2) ? "e" : " ")
        let bytes = mutated(seed)
        let all = try Reading(bytes)
        let some = try Reading(bytes, options: ReaderOptions(wanted: filter))
        let isWanted = { (unit: TranslationUnit) in Array(unit.key.utf8).withUnsafeBytes(filter.accepts) }
        #expect(some.units.filter(isWanted) == all.units.filter(isWanted))
        #expect(some.findings == all.findings)
        #expect(some.summary.units == all.summary.units)
        #expect(some.summary.others == all.summary.units - some.units.count)
    }

    @Test("Chunk boundaries do not affect the result", arguments: 0..<60 as Range<UInt64>)
    func chunking(seed: UInt64) throws {
        var writer = RandomStrings(seed: seed)
        let content =
            "\n"
            + (0..<20).map { _ in writer.file().replacing("{", with: "").replacing("}", with: "") }.joined(
                separator: ";\n"
            )
        let plain = try Reading(content)
        // Insert a comment that shifts the chunk boundary into the text.
        var generator = SeededGenerator(seed: seed)
        let shift = Int.random(in: 0..<content.utf8.count, using: &generator)
        let comment = "//" + String(repeating: "x", count: max(0, 65_536 - 3 - shift)) + "\n"
        let moved = try Reading(comment + content)
        #expect(moved.pairs == plain.pairs)
        #expect(moved.rules == plain.rules)
        #expect(moved.units.map(\.location.column) == plain.units.map(\.location.column))
        #expect(moved.units.map(\.location.line) == plain.units.map { $0.location.line + 1 })
    }
}
