import GlossportChecking
import GlossportProject
import GlossportReading
import Testing

@Suite("Very many findings")
struct FloodTests {
    /// Reports 5,000 warnings and then an error.
    private struct NoisyReader: Reader {
        static let format = Format(
            id: "complaints",
            name: "",
            extensions: ["txt"],
            options: [],
            rules: [],
            recognize: { NoisyReader.recognize($0) },
            reader: { NoisyReader(options: $0) }
        )
        static func recognize(_ head: FilePrefix) -> Recognition { .byName }
        init(options: ReaderOptions) {}

        func read(_ source: SourceFile, emit: (ReadEvent) -> Void) -> ReadSummary {
            let place = SourceLocation(path: source.path, line: 1, column: 1)
            for _ in 0..<5_000 { emit(.finding(Finding("complaints-small", .warning, "a.", remedy: "b.", at: place))) }
            emit(.finding(Finding("complaints-end", .error, "a.", remedy: "b.", at: place)))
            return ReadSummary()
        }
    }

    @Test("An error after thousands of warnings is not lost")
    func errorIsKept() throws {
        var collector = Collector(registry: FormatRegistry([NoisyReader.format]), project: Project(app: "a.b"))
        try collector.add(Project.Delivery(path: #filePath), relativeTo: "")
        let findings = collector.finish().findings
        #expect(findings.contains { $0.rule == "complaints-end" })
        #expect(findings.count < 5_000)
    }
}
