import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@Suite("Decisions in the journal without the service")
struct JournalAccessTests {
    private let office = Office()

    @Test("An approval is withdrawn once, and only for a locale that has one")
    func withdraws() async throws {
        #expect(try await office.approve(office.deliveries("Bleib")).map(\.state) == [.approved, .approved])
        let withdrawn = try await WithdrawApprovals(of: ["de-DE"], by: nil).perform(with: office.access())
        #expect(withdrawn.map(\.locale) == ["de-DE"])
        #expect(withdrawn.allSatisfy { $0.withdrawal != nil })
        await #expect(throws: GlossportError.self) {
            _ = try await WithdrawApprovals(of: ["de-DE"], by: nil).perform(with: office.access())
        }
    }

    @Test("A locale that is not delivered is not approved")
    func undelivered() throws {
        let japanese = try #require(StoreLocale("ja"))
        let signature = try Signature(name: "Noa")
        #expect(throws: GlossportError.self) {
            _ = try ApproveTexts(office.deliveries("Bleib"), in: [japanese], for: office.project.app, by: signature)
        }
    }

    @Test("A held default stays when another text is imported, until it is released")
    func holds() async throws {
        try await office.publish(office.deliveries("Bleib"))
        let before = office.service(.sandbox).defaults
        #expect(try await HoldDefaults(true) { _ in true }.perform(with: office.access()).count == 2)
        try await office.publish(office.deliveries("Geh nicht"))
        #expect(office.service(.sandbox).defaults == before)
        #expect(try await HoldDefaults(false) { _ in true }.perform(with: office.access()).count == 2)
        try await office.publish(office.deliveries("Geh nicht"))
        #expect(office.service(.sandbox).defaults != before)
    }

    @Test("A default that is already held or released is not changed again")
    func holdsAgain() async throws {
        try await office.publish(office.deliveries("Bleib"))
        #expect(try await HoldDefaults(false) { _ in true }.perform(with: office.access()).isEmpty)
        #expect(try await HoldDefaults(true) { _ in true }.perform(with: office.access()).count == 2)
        #expect(try await HoldDefaults(true) { _ in true }.perform(with: office.access()).isEmpty)
    }

    @Test("A default that does not exist can be neither held nor released", arguments: [true, false])
    func holdsNothing(isHeld: Bool) async throws {
        try await office.publish(office.deliveries("Bleib"))
        await #expect(throws: GlossportError.self) {
            _ = try await HoldDefaults(isHeld) { _ in false }.perform(with: office.access())
        }
    }
}
