import GlossportReading
import GlossportReadingTesting
import Testing
import TextsReader

@Suite("The .texts reader")
struct TextsReaderTests {
    @Test("The reader fulfills the contract of all readers", arguments: ReaderConformance.Check.allCases)
    func conforms(check: ReaderConformance.Check) throws {
        let kit = ReaderConformance(
            format: TextsReader.format,
            path: "de.lproj/Retention.texts",
            encode: { pairs in pairs.map { "# A note.\n\($0.key) = \($0.text)\n" }.joined() },
            marker: { $0 },
            truncationShows: false
        )
        #expect(try kit.violations(of: check) == [])
    }
}
