import Glossport
import GlossportTesting
import SQLiteJournal
import Testing

@Suite("SQLite journal")
struct SQLiteJournalTests {
    @Test("The SQLite journal conforms", arguments: JournalConformance.Check.allCases)
    func conforms(check: JournalConformance.Check) async throws {
        let folder = try TemporaryFolder()
        let kit = JournalConformance { try SQLiteJournal(path: folder.file("journal.sqlite")) }
        #expect(try await kit.violations(of: check) == [])
    }
}
