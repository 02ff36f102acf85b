import GlossportReading
import GlossportReadingTesting
import Testing
import TextsReader

@Suite("The .texts reader")
struct TextsReaderTests {
    @Test("keeps the contract of all readers", arguments: ReaderConformance.Check.allCases)
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

    @Test("sends back the line that a finding is about, with its notes")
    func cut() throws {
        let file = SourceFile(path: "de.lproj/Retention.texts", bytes: Array("# A\na = 1\n# B\nb = 2\nc = 3\n".utf8))
        let annotation = Annotation("Too long.", rule: "body-too-long", at: TextCursor.Place(line: 4, column: 5))
        guard let cut = TextsReader.format.excerpt else {
            Issue.record("It cuts nothing.")
            return
        }
        let excerpt = try cut(file, ReaderOptions(), [annotation])
        #expect(String(decoding: excerpt.bytes, as: UTF8.self) == "# Too long. [body-too-long]\n# B\nb = 2\n")
        #expect(excerpt.units == 1)
    }
}
