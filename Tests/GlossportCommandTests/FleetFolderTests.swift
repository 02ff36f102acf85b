import Foundation
import GlossportChecking
import GlossportImporting
import Testing

@testable import GlossportCommand

@Suite("Projects of a fleet")
struct FleetFolderTests {
    /// A look at projects with these journals, each in a file of its own.
    private static func read(_ journals: [String]) async throws -> FleetFolder.Look {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fleet-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        for (number, journal) in journals.enumerated() {
            let text = "app: com.example.app\(number)\nenvironment: sandbox\njournal: \(journal)\n"
            try Data(text.utf8).write(to: folder.appendingPathComponent("app\(number).yaml"))
        }
        var fleet = FleetFolder([folder.path + "/*.yaml"], environment: nil, journal: nil)
        return await fleet.read(SystemTime.sinceNow)
    }

    @Test("A project with another journal than most is unusable, and the others go on")
    func strangeJournal() async throws {
        let (ours, other) = ("postgres://db1/glossport", "postgres://db2/other")
        var look = try await Self.read([other, ours, ours])
        let journal = try look.journal()
        look.keep(journal)
        #expect(look.entries.keys.map(\.app).sorted() == ["com.example.app1", "com.example.app2"])
        #expect(look.unusable.count == 1)
        #expect(look.unusable.first?.path.hasSuffix("app0.yaml") == true)
    }

    @Test("Where as many projects name one journal as another, nobody decides for them")
    func undecided() async throws {
        let look = try await Self.read(["postgres://db1/glossport", "postgres://db2/other"])
        #expect(throws: (any Error).self) { try look.journal() }
    }

    @Test("One project that names a server takes no other project there")
    func strangeServer() async throws {
        #expect(try await Self.read(["good.sqlite", "postgres://u@127.0.0.1:1/g"]).journal() == nil)
    }

    @Test("Projects with journals in files belong together")
    func files() async throws {
        var look = try await Self.read([".glossport/a.sqlite", ".glossport/b.sqlite"])
        #expect(try look.journal() == nil)
        look.keep(nil)
        #expect(look.unusable.isEmpty)
    }
}
