import Foundation
import GlossportReading
import GlossportTesting
import SQLiteJournal
import Testing

@testable import Glossport
@testable import PostgresJournal

@Suite(
    "Copying journals",
    .enabled(if: PostgresCluster.isThere, "PostgreSQL is not installed; `make test-all` installs it.")
)
struct CopyTests {
    @Test("A copy from a file to PostgreSQL and back has the same events and can be continued")
    func thereAndBack() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            "glossport-copy-\(UUID().uuidString)"
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        func file(_ name: String) throws -> Journal {
            Journal(try SQLiteLog(path: folder.appendingPathComponent(name).path))
        }
        func events(_ journal: Journal) async throws -> [JournalEvent] {
            try await journal.log.events(of: JournalSamples.sandbox, after: 0, limit: 1_000)
        }
        let original = try file("a.sqlite")
        let run = try await original.beginRun(JournalSamples.run())
        try await original.want(JournalSamples.items(4) + [JournalSamples.image(1)], in: run)
        let pause = Pause(until: JournalSamples.moment(60), steadyUntil: JournalSamples.moment(90))
        let id = JournalSamples.item(0).id
        try await original.attempt(id, .accepted, to: .uploaded, proof: .response, pause: pause, in: run)
        let shared = try await PostgresCluster.journal().open()
        _ = try await original.copy(into: shared)
        #expect(try await events(shared) == events(original))
        let back = try file("b.sqlite")
        _ = try await shared.copy(into: back)
        #expect(try await events(back) == events(original))
        #expect(try await back.check().contradictions.isEmpty)
        let next = try await shared.beginRun(JournalSamples.run())
        try await shared.want([JournalSamples.item(77)], in: next)
        try await shared.attempt(JournalSamples.item(77).id, .accepted, to: .uploaded, proof: .response, in: next)
    }
}
