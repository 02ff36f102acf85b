import ArgumentParser
import Foundation
import GlossportReading
import GlossportTesting
import Testing

@testable import Glossport
@testable import GlossportCommand

@Suite("JSON output of changes")
struct ChangeReportTests {
    /// Commands whose output is always lines of JSON.
    private static let lines = ["read", "journal export"]

    private static func page(_ name: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "docs/\(name)"), encoding: .utf8)
    }

    @Test("Every command has JSON output, and automation.md names its document")
    func complete() throws {
        let page = try Self.page("automation.md")
        let table = try #require(page.split(separator: "\n## ").first { $0.hasPrefix("Documents") })
        for command in CommandPath.leaves {
            let words = command.path.joined(separator: " ")
            #expect(table.contains("`\(words)`"), "Automation lacks the document of `\(words)`")
            guard !Self.lines.contains(words) else { continue }
            #expect(command.flags.contains("--output"), "`\(words)` has no --output")
        }
    }

    @Test("output.md names the schema of each document in automation.md")
    func schemas() throws {
        let output = try Self.page("output.md")
        for match in try Self.page("automation.md").matches(of: /`(glossport\.[a-z-]+\/1)`/) {
            let name = String(match.1)
            #expect(output.contains("`\(name)`"), "\(name)")
        }
    }

    private let slots = ["de-DE", "fr-FR", "it"].map { DefaultSlot(product: "com.example.annual", locale: $0) }
    private let item = JournalSamples.item(1)

    /// Two changes and a conflict.
    private var proposals: DefaultChange.Proposals {
        let all = slots.map { slot in
            DefaultChange.Proposal(desired: DefaultChange.DesiredChange(slot, nil), present: item.id)
        }
        return DefaultChange.Proposals(changes: [all[0], all[1]], conflicts: [all[2]], live: 3)
    }

    @Test("After an error, the document lists changed, failed and untried defaults")
    func cutShort() {
        var changed = ChangedSlots(proposals, [item.id: ItemRecord(item: item, state: .uploaded)])
        #expect(!changed.hasBegun)
        changed.record(proposals.changes[0].desired, .changed)
        #expect(changed.hasBegun)
        #expect(changed.changes.map(\.state) == [.deleted, .notTried, .conflict])
        #expect(changed.changes.allSatisfy { $0.previous == item.id && $0.message == item.message })
        changed.record(proposals.changes[1].desired, .failed("Not changed."))
        #expect(changed.changes.map(\.state) == [.deleted, .failed, .conflict])
        #expect(changed.changes[1].reason == "Not changed.")
    }

    @Test("An error that the document contains is thrown as already reported")
    func reported() throws {
        let error = GlossportError(.credentials, "The service does not accept the token.")
        let output = try OutputOptions.parse([])
        let thrown = #expect(throws: ReportedError.self) {
            try output.show(ChangedSlots.schema, ChangedSlots(), by: error, lines: [])
        }
        let failure = CommandFailure(try #require(thrown))
        #expect(failure.isReported && failure.status == .credentials)
        #expect(failure.errors.map(\.message) == ["The service does not accept the token."])
    }

    @Test("A default that cannot be restored is a failed change, even if it was not proposed")
    func lost() {
        var changed = ChangedSlots()
        changed.record(DefaultChange.DesiredChange(slots[0], item.id), .failed("The former text was deleted."))
        #expect(changed.changes.map(\.state) == [.failed] && changed.changes[0].id == item.id)
    }
}

@Suite("Severity of exit codes")
struct GravityTests {
    private typealias Status = Glossport.ExitStatus

    @Test("Each exit code has a different severity, and 0 has the lowest")
    func distinct() {
        #expect(Set(Status.allCases.map(\.gravity)).count == Status.allCases.count)
        #expect(Status.allCases.min { $0.gravity < $1.gravity } == .done)
    }

    @Test("An unreachable service is more severe than waiting or open work")
    func network() {
        let milder: [Status] = [.locked, .deadline, .notYet, .workToDo]
        #expect(milder.allSatisfy { Status.network.gravity > $0.gravity })
    }

    @Test("output.md lists the exit codes in order of severity")
    func page() throws {
        let root = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let page = try String(contentsOf: root.appending(path: "docs/output.md"), encoding: .utf8)
        let order = Status.allCases.sorted { $0.gravity > $1.gravity }.map { "\($0.rawValue)" }
        #expect(page.contains("in the order \(order.joined(separator: ", "))."))
    }
}
