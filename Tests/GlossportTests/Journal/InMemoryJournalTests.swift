import GlossportImporting
import GlossportTesting
import Testing

@Suite("In-memory journal")
struct InMemoryJournalTests {
    @Test("The in-memory journal conforms", arguments: JournalConformance.Check.allCases)
    func conforms(check: JournalConformance.Check) async throws {
        let journal = InMemoryJournal()
        let kit = JournalConformance { journal }
        let violations = try await kit.violations(of: check)
        #expect(violations == [])
    }

    @Test("It remembers approvals", arguments: ApprovalConformance.Check.allCases)
    func conforms(check: ApprovalConformance.Check) async throws {
        let journal = InMemoryJournal()
        #expect(try await ApprovalConformance { journal }.violations(of: check) == [])
    }
}
