import GlossportProject
import GlossportTesting
import Testing

@testable import Glossport
@testable import GlossportCommand

@Suite("Coverage report")
struct CoverageReportTests {
    private let old = JournalSamples.item(1, message: "keep")
    private let new = JournalSamples.item(2, message: "keep")

    private func project(defaultFor products: [String]) -> Project {
        var project = Project(app: JournalSamples.sandbox.app)
        project.messages["keep", default: Project.Message()].defaultFor = products
        return project
    }

    private func report(_ coverage: Coverage, of whole: Coverage, _ project: Project) async throws -> CoverageReport {
        let journal = Journal(MemoryLog())
        let contents = try await JournalContents(journal, at: JournalSamples.sandbox, vanishedAfter: .zero)
        return CoverageReport(coverage, of: whole, contents, project, imported: [])
    }

    /// Returns the coverage of a slot whose default has vanished and whose next text is approved.
    private func vanished(isHeld: Bool, _ project: Project) -> Coverage {
        let slot = DefaultSlot(product: "annual", locale: "de-DE")
        var record = DefaultRecord(slot: slot, message: "keep", desired: new.id, lastSet: old.id)
        record.isHeld = isHeld
        let (first, last) = (JournalSamples.moment(), JournalSamples.moment(86_400))
        return Coverage(
            [record],
            of: [ItemRecord(item: old, state: .uploaded), ItemRecord(item: new, state: .uploaded)],
            reviews: [old.id: .approved, new.id: .approved],
            absences: Absences([old.id: Absence(first: first, last: last, lists: 2)], after: .seconds(600)),
            for: project
        )
    }

    @Test("The next step for a vanished default with an approved successor is settle")
    func doubtful() async throws {
        let project = project(defaultFor: ["annual"])
        let coverage = vanished(isHeld: false, project)
        let report = try await report(coverage, of: coverage, project)
        #expect(report.slots.map(\.first.state) == [.doubtful] && report.status == .partial)
        #expect(report.next.contains("`glossport settle` sets what is approved"))
    }

    @Test("A vanished default that is held must be released first")
    func heldAndDoubtful() async throws {
        let project = project(defaultFor: ["annual"])
        let coverage = vanished(isHeld: true, project)
        let report = try await report(coverage, of: coverage, project)
        #expect(report.slots.map(\.first.state) == [.doubtful] && report.status == .partial)
        #expect(report.next.contains("`glossport defaults release`"))
    }

    @Test("A withdrawn default that is still shown is open work, even if the project wants no defaults")
    func withdrawn() async throws {
        var project = project(defaultFor: [])
        let slot = DefaultSlot(product: "annual", locale: "de-DE")
        let record = DefaultRecord(slot: slot, message: "keep", desired: old.id, lastSet: old.id)
        let coverage = Coverage([record], of: [ItemRecord(item: old, state: .uploaded)], for: project)
        let report = try await report(coverage, of: coverage, project)
        #expect(report.slots.map(\.first.state) == [.withdrawn] && report.status == .notYet)
        #expect(report.next.contains("`glossport import` of all deliveries removes"))
        project.messages = [:]
        #expect(Coverage([record], of: [ItemRecord(item: old, state: .uploaded)], for: project).slots.isEmpty)
    }

    @Test("A project with unknown locales is not done, and table and document name the same next step")
    func unknownLocales() async throws {
        let project = project(defaultFor: ["annual"])
        let coverage = Coverage([], for: project)
        let report = try await report(coverage, of: coverage, project)
        #expect(report.status == .partial)
        #expect(report.next.hasPrefix("The locales in which the project wants defaults are unknown"))
        #expect(report.lines(verbose: false, on: .stdout) == [report.next])
    }

    @Test("A project or a selection that wants no defaults is done")
    func nothingWanted() async throws {
        let modest = project(defaultFor: [])
        let nothing = Coverage([], for: modest)
        let none = try await report(nothing, of: nothing, modest)
        #expect(none.status == .done && none.next.hasPrefix("The project wants no defaults"))
        let wanting = project(defaultFor: ["annual"])
        let unselected = try await report(nothing, of: vanished(isHeld: false, wanting), wanting)
        #expect(unselected.status == .done && unselected.next == "The project wants none of the selected defaults.")
    }
}
