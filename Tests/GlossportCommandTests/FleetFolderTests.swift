import Foundation
import Glossport
import GlossportChecking
import GlossportImporting
import Testing

@testable import GlossportCommand

@Suite("Projects of a fleet")
struct FleetFolderTests {
    /// A look at projects with these journals, each in a file of its own, and at other files.
    private static func read(_ journals: [String], others: [String] = []) async throws -> FleetLook {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("fleet-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let projects = journals.enumerated().map { number, journal in
            "app: com.example.app\(number)\nenvironment: sandbox\njournal: \(journal)\n"
        }
        for (number, text) in (projects + others).enumerated() {
            try Data(text.utf8).write(to: folder.appendingPathComponent("app\(number).yaml"))
        }
        let fleet = FleetFolder([folder.path + "/*.yaml"], environment: nil, journal: nil)
        return await fleet.look(SystemTime.sinceNow)
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

    @Test(
        "A file of which not even the app can be made out is unusable; one that makes no sense otherwise is a project"
    )
    func senseless() async throws {
        let nonsense = "app: com.example.app9\nenvironment: sandbox\nnonsense: 1\n"
        let look = try await Self.read([".glossport/a.sqlite"], others: ["app: [", nonsense])
        #expect(look.entries.keys.map(\.app).sorted() == ["com.example.app0", "com.example.app9"])
        #expect(look.unusable.map { $0.path.hasSuffix("app1.yaml") } == [true])
    }
}
