import Glossport
import GlossportTesting
import Testing

@Suite("Items missing from lists")
struct AbsenceTests {
    private let id = JournalSamples.item(1).id
    private let first = JournalSamples.moment()

    private func isVanished(_ lists: [Int64], after delay: Duration = .seconds(600)) -> Bool {
        let moments = lists.map(JournalSamples.moment)
        let absence = Absence(first: moments[0], last: moments[moments.count - 1], lists: moments.count)
        return Absences([id: absence], after: delay).vanished.contains(id)
    }

    @Test("One list does not prove an absence, whatever the waiting time")
    func one() {
        #expect(!isVanished([0]))
        #expect(!isVanished([0], after: .zero))
    }

    @Test("Two lists prove an absence if they are at least the list's delay apart")
    func two() {
        #expect(!isVanished([0, 599]))
        #expect(isVanished([0, 600]))
        #expect(!isVanished([0, 200, 400]))
        #expect(isVanished([0, 0], after: .zero))
    }

    @Test("An item with an unproven absence is missing; no item is both missing and vanished")
    func missing() {
        let absences = Absences([id: Absence(first: first, last: first, lists: 1)], after: .seconds(600))
        #expect(absences.missing == [id])
        #expect(absences.vanished.isEmpty)
    }
}
