import GlossportChecking
import GlossportReading
import GlossportTesting
import Testing

@testable import Glossport
@testable import GlossportCommand
@testable import GlossportImporting

@Suite("The report of an import")
struct RunReportTests {
    @Test("No Done stands beside an error that came after the uploads")
    func trouble() {
        let plan = Plan(
            destination: JournalSamples.sandbox,
            kind: .message,
            items: [],
            incomplete: 0,
            held: 0,
            capacity: Plan.standardCapacity,
            asksService: true,
            forecast: .zero
        )
        let error = GlossportError(
            .credentials,
            "The service does not accept the token.",
            remedy: "Check the key file."
        )
        var outcome = ImportOutcome(
            RunSummary(plan: plan, tally: UploadTally(total: 0)),
            vanished: 0,
            elapsed: .zero,
            unshown: [],
            wantsDefaults: true
        )
        outcome.trouble = error
        var report = RunReport(outcome, JournalSamples.sandbox, journal: "journal.sqlite", service: nil)
        report.add(CommandFailure(error))
        #expect(report.exitCode == 7 && report.outcome == "credentials")
        #expect(report.next.contains("does not accept the token. Check the key file."))
        #expect(!report.lines(verbose: false, on: .stdout).contains { $0.contains("Done") })
    }
}
