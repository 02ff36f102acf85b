import GlossportProject
import GlossportTesting
import Testing

@testable import Glossport

@Suite("Rollback")
struct RollbackTests {
    private let ids = JournalSamples.items(3).map(\.id)

    private func record(
        _ locale: String,
        _ current: ServiceID?,
        before: ServiceID?,
        in run: RunID,
        byHand: Bool = false
    ) -> DefaultRecord {
        var record = DefaultRecord(
            slot: DefaultSlot(product: "annual", locale: locale),
            message: "keep",
            lastSet: current,
            previous: before,
            changed: JournalSamples.moment()
        )
        (record.changedIn, record.isByHand) = (run, byHand)
        return record
    }

    @Test("Only the changes of the newest run are rolled back")
    func newest() {
        let rollback = Rollback(
            [record("de-DE", ids[1], before: ids[0], in: 2), record("fr-FR", ids[2], before: ids[0], in: 1)],
            deleted: [],
            emptiesSlots: false
        )
        #expect(rollback.changes.map(\.slot.locale) == ["de-DE"])
        #expect(rollback.changes.map(\.id) == [ids[0]])
    }

    @Test("Changes by hand, including earlier rollbacks, are skipped, and the next older run is rolled back")
    func byHand() {
        let records = [
            record("de-DE", ids[0], before: ids[1], in: 3, byHand: true),
            record("fr-FR", ids[1], before: ids[0], in: 2), record("ja", ids[2], before: ids[0], in: 1),
        ]
        #expect(Rollback(records, deleted: [], emptiesSlots: false).changes.map(\.slot.locale) == ["fr-FR"])
    }

    @Test("A rollback does not restore a deleted text")
    func deleted() {
        let records = [record("de-DE", ids[1], before: ids[0], in: 1), record("ja", ids[1], before: ids[2], in: 1)]
        let rollback = Rollback(records, deleted: [ids[2]], emptiesSlots: false)
        #expect(rollback.changes.map(\.slot.locale) == ["de-DE"] && rollback.lost.map(\.slot.locale) == ["ja"])
    }

    @Test("A rollback empties a slot that was empty before only on request")
    func nothingBefore() {
        let records = [record("de-DE", ids[1], before: ids[0], in: 1), record("ja", ids[2], before: nil, in: 1)]
        #expect(Rollback(records, deleted: [], emptiesSlots: false).emptied.isEmpty)
        let both = Rollback(records, deleted: [], emptiesSlots: true)
        #expect(both.restored.map(\.slot.locale) == ["de-DE"] && both.emptied.map(\.slot.locale) == ["ja"])
    }
}
