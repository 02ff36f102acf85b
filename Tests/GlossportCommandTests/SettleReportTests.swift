import GlossportTesting
import Testing

@testable import Glossport
@testable import GlossportCommand

@Suite("Settle report")
struct SettleReportTests {
    private let slot = DefaultSlot(product: "com.example.northlight.annual", locale: "de-DE")

    private func report(_ summary: SettleSummary) -> SettleReport {
        SettleReport(summary, JournalSamples.sandbox, summary.outcome)
    }

    private var uploaded: ItemRecord { ItemRecord(item: JournalSamples.item(1), state: .uploaded) }

    @Test("A rejected message is listed with file, line and text, and gives exit code 12")
    func rejected() {
        var summary = SettleSummary()
        summary.rejected = [uploaded]
        let report = report(summary)
        #expect(report.exitCode == 12)
        #expect(
            report.lines(verbose: false, on: .stdout).contains(
                "  vendor/de.xliff:2: keep-annual de-DE rejected by Apple: “Überschrift 1” / “Bleib bei uns 🎈”"
            )
        )
        #expect(
            report.lines(verbose: false, on: .stdout).last
                == "Apple rejected 1 message: change what is named above, and import it again."
        )
    }

    @Test("A default set by another journal gives exit code 5 with a next step")
    func conflict() {
        var summary = SettleSummary()
        let desired = DesiredDefault(slot, message: "keep-annual", item: uploaded.item.id)
        summary.conflicts = [.init(desired: desired, present: JournalSamples.item(2).id, known: nil)]
        let report = report(summary)
        #expect(report.exitCode == 5)
        #expect(report.lines(verbose: false, on: .stdout).contains { $0.contains("set from elsewhere") })
        #expect(report.next.contains("1 default was set by another tool or another journal, and stays."))
    }

    @Test("A default that the journal has not planned gives exit code 9")
    func unplanned() {
        var summary = SettleSummary()
        summary.unasked = [slot]
        let report = report(summary)
        #expect(report.exitCode == 9)
        #expect(report.next.hasPrefix("This journal has not planned 1 default that the project wants"))
    }

    @Test("A report with a refused text gives the reason and does not say Done")
    func refused() {
        var summary = SettleSummary()
        let name = MessageName(message: "keep", locale: "de-DE")
        summary.unsent = [
            UnsentText(name: name, id: uploaded.item.id, reason: "the header is too long", needsPerson: true)
        ]
        let report = report(summary)
        #expect(report.exitCode == 3 && report.waitsFor == .importing)
        let lines = report.lines(verbose: false, on: .stdout)
        #expect(lines.contains("  keep de-DE is not at the service: the header is too long"))
        #expect(lines.last?.hasPrefix("1 text of the last import could not be sent as delivered: correct") == true)
        #expect(report.summary.unsent.map(\.reason) == ["the header is too long"])
    }

    @Test("If the service answers that a review is pending, the next step quotes it and recommends no import")
    func contradicted() {
        var summary = SettleSummary()
        let desired = DesiredDefault(slot, message: "keep", item: uploaded.item.id)
        let reason = "the service answered that Apple has not approved it yet (Apple's error 4030017)"
        summary.waiting = [SettlePlan.Waiting(desired: desired, reason: reason, need: .review)]
        let report = report(summary)
        #expect(report.exitCode == 9 && report.waitsFor == .review)
        #expect(report.next.contains("4030017") && !report.next.contains("import"))
    }

    @Test("Held and rolled-back defaults have a next step")
    func kept() throws {
        var summary = SettleSummary()
        let kept = SettlePlan.Kept(
            slot: slot,
            message: "keep",
            delivered: uploaded.item.id,
            present: JournalSamples.item(2).id
        )
        summary.held = [kept]
        let held = report(summary)
        #expect(held.exitCode == 0 && held.next.hasPrefix("Done, but 1 default is held"))
        (summary.held, summary.rolledBack) = ([], [kept])
        let back = report(summary)
        #expect(back.exitCode == 9 && back.next.hasPrefix("1 default is rolled back"))
        #expect(
            back.lines(verbose: false, on: .stdout).contains { $0.contains("rolled back") }
        )
    }

    @Test("Another import is not recommended for a default whose text the import lacked")
    func unplannedByImport() {
        var summary = SettleSummary()
        summary.unasked = [slot]
        let next = SettleReport(summary, JournalSamples.sandbox, .notYet, isImport: true).next
        #expect(
            next.contains("is not planned (com.example.northlight.annual in de-DE), because this import contained no")
        )
        #expect(!next.contains("glossport import"))
    }

    @Test("A line about withdrawn defaults begins with the locale or product that left the project")
    func subjects() {
        var summary = SettleSummary()
        for (subject, locale) in [(Withdrawals.Subject.locale, "da"), (.product, "de-DE"), (.product, "fi")] {
            var slot = Withdrawals.Slot(slot: DefaultSlot(product: "annual", locale: locale), message: "keep")
            slot.subject = subject
            summary.withdrawn.append(.init(slot: slot, fate: .removed))
        }
        let lines = report(summary).lines(verbose: false, on: .stdout)
        #expect(lines.contains("  - da: withdrawn, removed from annual"))
        #expect(lines.contains("  - annual: withdrawn, removed in de-DE, fi"))
    }

    @Test("Withdrawn defaults are listed with their result, one line per message and product")
    func withdrawn() {
        var summary = SettleSummary()
        let item = uploaded.item
        let locales = ["da", "de-DE", "fi", "it", "ja"]
        summary.withdrawn = locales.map { locale in
            let slot = DefaultSlot(product: "annual", locale: locale)
            let withdrawn = Withdrawals.Slot(slot: slot, message: "comeback-offer", present: item.id, item: item)
            return .init(slot: withdrawn, fate: .kept)
        }
        let kept = report(summary)
        #expect(kept.exitCode == 9 && kept.waitsFor == .importing)
        #expect(kept.next == "5 withdrawn defaults are still shown: `glossport import` of all deliveries removes them.")
        let lines = kept.lines(verbose: false, on: .stdout)
        #expect(lines.contains("  - comeback-offer: withdrawn, still shown for annual in 5 locales"))
        let keeping = SettleReport(summary, JournalSamples.sandbox, .notYet, isImport: true, keepsWithdrawn: true)
        #expect(keeping.next.contains("because of --keep-withdrawn"))
        let fates: [SettleSummary.Withdrawn.Fate] = [
            .removed, .taken(item.id), .failed("error 503"), .waiting("it was stopped before"), .kept,
        ]
        summary.withdrawn = zip(summary.withdrawn, fates).map { .init(slot: $0.slot, fate: $1) }
        let mixed = report(summary)
        #expect(mixed.withdrawn.map(\.state) == [.removed, .taken, .failed, .waiting, .kept])
        #expect(mixed.exitCode == 3 && mixed.next.hasPrefix("Some withdrawn defaults could not be removed"))
        summary.withdrawn = Array(summary.withdrawn.prefix(2))
        let done = report(summary)
        #expect(done.exitCode == 0 && done.next.hasSuffix("1 withdrawn default was removed."))
    }

    @Test("Items missing from the newest list are reported, with a hint if nothing is listed at all")
    func missing() {
        var summary = SettleSummary()
        summary.missing = [uploaded]
        var lists = ServiceLists()
        lists[.message] = ServiceLists.List([:], at: JournalSamples.moment())
        summary.listing = ServiceListing([uploaded], lists, at: JournalSamples.moment())
        let report = report(summary)
        #expect(report.next.contains("lacks 1 message that was uploaded"))
        #expect(report.next.contains("use a separate journal for each"))
        #expect(
            report.lines(verbose: false, on: .stdout).contains {
                $0.hasPrefix("0 of 1 uploaded item seen at the service at ")
            }
        )
    }
}
