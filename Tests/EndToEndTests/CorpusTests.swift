import Foundation
import Testing

@Suite("Files of our own corpus")
struct CorpusTests {
    private static let folder = Repository.file("Tests/Corpus")
    private static let files = [
        "xcode-de.xliff", "segments.xlf", "wide.csv", "long.tsv", "pt-BR.lproj/Retention.strings",
        "Retention.xcstrings",
    ]

    /// A unit as `read` prints it, or as the test expects it.
    private struct Unit: Decodable, Hashable {
        var path: String
        var line, column: Int
        var key: String
        var locale, source, target: String?
        var state: String
        var notes: [String]

        static func all(in text: String) throws -> [Unit] {
            try text.split(separator: "\n").map { try JSONDecoder().decode(Unit.self, from: Data($0.utf8)) }
        }
    }

    private static func expected() throws -> [Unit] {
        try Unit.all(in: String(contentsOfFile: folder + "/expected.jsonl", encoding: .utf8))
    }

    @Test("`read` prints each unit of a file with its location", arguments: files)
    func units(path: String) async throws {
        let project = try TestProject()
        let copy = URL(fileURLWithPath: project.file(path))
        try FileManager.default.createDirectory(
            at: copy.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try FileManager.default.copyItem(atPath: Self.folder + "/" + path, toPath: copy.path)
        let call = try await Glossport.run("read", path, in: project)
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(try Unit.all(in: call.stdout) == Self.expected().filter { $0.path == path })
    }

    @Test("The test of `read` covers every file of the corpus")
    func complete() throws {
        #expect(Set(try Self.expected().map(\.path)) == Set(Self.files))
    }
}
