import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@testable import Glossport
@testable import GlossportCommand

@Suite("Import report")
struct ImportReportTests {
    private let slot = DefaultSlot(product: "com.example.northlight.annual", locale: "de-DE")
    private let id = JournalSamples.item(1).id

    /// Returns the report of an import without items, complete unless records are incomplete.
    private func report(incomplete: Int = 0) -> ImportReport {
        let plan = Plan(
            destination: JournalSamples.sandbox,
            kind: .message,
            items: [],
            incomplete: incomplete,
            held: 0,
            capacity: Plan.standardCapacity,
            asksService: true,
            forecast: .zero
        )
        let outcome = ImportOutcome(
            ImportSummary(plan: plan, tally: UploadTally(total: 0)),
            vanished: 0,
            elapsed: .zero,
            unshown: [],
            wantsDefaults: true
        )
        return ImportReport(outcome, JournalSamples.sandbox, journal: "journal.sqlite", service: nil)
    }

    @Test("An error after the uploads is never reported as Done")
    func trouble() {
        let error = GlossportError(
            .credentials,
            "The service does not accept the token.",
            remedy: "Check the key file."
        )
        var report = report()
        report.add(CommandFailure(error), .credentials)
        #expect(report.exitCode == 7 && report.outcome == "credentials")
        #expect(report.next.contains("does not accept the token. Check the key file."))
        #expect(!report.lines(verbose: false, on: .stdout).contains { $0.contains("Done") })
    }

    @Test("The remedy of an error after the uploads is the only next step")
    func remedy() {
        var report = report()
        report.add(CommandFailure(OutOfQuota(.listMessages, resumeAt: JournalSamples.moment())), .notYet)
        #expect(report.errors?.map(\.code) == ["quota"])
        #expect(report.next.hasSuffix("Run the same command again then, or use a longer --max-wait."))
    }

    @Test("An error without a remedy is followed by the next step")
    func noRemedy() {
        var report = report()
        report.add(CommandFailure(GlossportError(.service, "The list has no end.")), .unclassified)
        #expect(report.next.hasSuffix("The list has no end. Run the same command again."))
    }

    @Test("A stop after the uploads is one of the errors, and its sentence is the next step")
    func stop() {
        var report = report()
        report.add(CommandFailure(Stopped(.interrupted)), .interrupted)
        #expect(report.exitCode == 130 && report.errors?.map(\.code) == ["interrupted"])
        #expect(
            report.next
                == "The uploads ended, but not every default is known to be set. Interrupted: run the same command again to continue."
        )
    }

    @Test("An incomplete upload determines the outcome, and a later error is reported with it")
    func graverUpload() {
        var report = report(incomplete: 1)
        let upload = report.next
        report.add(CommandFailure(GlossportError(.unreachable, "No answer.", remedy: "Wait.")), .partial)
        #expect(report.exitCode == 3 && report.outcome == "partial")
        #expect(report.errors?.map(\.message) == ["No answer."])
        #expect(report.next == upload + " Not every default is known to be set. No answer. Wait.")
    }

    @Test("Other defaults are reported as set only if none is held, rolled back or unplanned")
    func others() {
        func next(_ change: (inout SettleSummary) -> Void) -> String {
            var settled = SettleSummary()
            let desired = DesiredDefault(slot, message: "keep", item: id)
            settled.waiting = [
                SettlePlan.Waiting(desired: desired, reason: "it is not uploaded yet", need: .importing)
            ]
            settled.alreadySet = 1
            change(&settled)
            var report = report(incomplete: 1)
            report.add(SettleReport(settled, JournalSamples.sandbox, .partial, isImport: true), .partial)
            return report.next
        }
        let kept = SettlePlan.Kept(slot: slot, message: "keep", delivered: id, present: JournalSamples.item(2).id)
        #expect(next { _ in }.hasSuffix("1 default waits for that; those of other messages are set."))
        #expect(next { $0.alreadySet = 0 }.hasSuffix("1 default waits for that."))
        #expect(next { $0.held = [kept] }.hasSuffix("1 default waits for that."))
        #expect(next { $0.rolledBack = [kept] }.hasSuffix("1 default waits for that."))
        #expect(next { $0.unasked = [slot] }.hasSuffix("1 default waits for that."))
    }
}
