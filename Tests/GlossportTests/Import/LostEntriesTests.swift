import GlossportChecking
import GlossportProject
import GlossportReading
import Testing

@Suite("Entries that a reader loses")
struct LostEntriesTests {
    /// Reads one entry per line and loses some of them.
    struct Loser: Reader {
        enum Loss: CaseIterable {
            /// An entry that yields no unit.
            case entry
            /// A unit that is counted but not emitted.
            case unit
            /// The whole file, which is not counted either.
            case file
        }

        let loss: Loss?

        static func format(_ loss: Loss?) -> Format {
            Format(
                id: "loser",
                name: "",
                extensions: ["txt"],
                options: [],
                rules: [],
                recognize: { _ in .byName },
                reader: { _ in Loser(loss: loss) }
            )
        }

        func read(_ source: SourceFile, emit: (ReadEvent) -> Void) throws -> ReadSummary {
            var bytes: [UInt8] = []
            try source.forEachChunk { bytes += $0 }
            var summary = ReadSummary()
            if loss == .file { return summary }
            for (index, key) in String(decoding: bytes, as: UTF8.self).split(separator: "\n").enumerated() {
                summary.entries += 1
                let place = SourceLocation(path: source.path, line: index + 1, column: 1)
                switch key {
                case "skipped": summary.skipped["skipped", default: 0] += 1
                case "broken": emit(.finding(Finding("loser-broken", .error, "a.", remedy: "b.", at: place)))
                case "lost" where loss == .entry: break
                default:
                    summary.units += 1
                    if key == "lost", loss == .unit { continue }
                    let unit = TranslationUnit(
                        key: String(key),
                        locale: "de",
                        target: "x",
                        state: .translated,
                        location: place
                    )
                    emit(.unit(unit))
                }
            }
            return summary
        }
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func read(_ text: String, losing loss: Loser.Loss?) throws {
        try folder.write("a.txt", text)
        var collector = Collector(registry: FormatRegistry([Loser.format(loss)]), project: Project(app: "a.b"))
        try collector.add(Project.Delivery(path: "a.txt"), relativeTo: folder.path)
    }

    @Test("A reader that loses an entry, a unit or a file causes an internal error", arguments: Loser.Loss.allCases)
    func lost(loss: Loser.Loss) throws {
        let error = #expect(throws: GlossportError.self) { try read("keep.header\nlost\n", losing: loss) }
        #expect(error?.code == .internalError)
        #expect(error?.message.contains(folder.path + "/a.txt") == true)
    }

    @Test("A reader may account for an entry by a unit, a finding or a count")
    func accounted() throws {
        try read("keep.header\nskipped\nbroken\n", losing: nil)
        try read("skipped\n", losing: nil)
        try read("broken\n", losing: nil)
    }

    @Test("An empty file loses nothing")
    func empty() throws { try read("", losing: .file) }

    @Test("Counts that overflow when summed are still compared")
    func largeCounts() {
        var summary = ReadSummary()
        summary.entries = 3
        summary.skipped = ["a": .max, "b": .max]
        #expect(summary.lost(received: 0, findings: 0) == 0)
        summary.skipped = [:]
        #expect(summary.lost(received: 0, findings: 1) == 2)
    }
}
