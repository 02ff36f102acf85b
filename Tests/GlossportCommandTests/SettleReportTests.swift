import Glossport
import GlossportChecking
import GlossportTesting
import Testing

@testable import GlossportCommand
@testable import GlossportImporting

@Suite("The report of settling")
struct SettleReportTests {
    private let slot = DefaultSlot(product: "com.example.northlight.annual", locale: "de-DE")

    private func report(_ summary: SettleSummary) -> SettleReport {
        SettleReport(summary, JournalSamples.sandbox, ExitStatus(summary))
    }

    private var uploaded: ItemRecord { ItemRecord(item: JournalSamples.item(1), state: .uploaded) }

    @Test("A rejected message is exit code 12, with file, line and text")
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

    @Test("What another journal has set is exit code 5, with what to do about it")
    func conflict() {
        var summary = SettleSummary()
        let desired = DesiredDefault(slot, message: "keep-annual", item: uploaded.item.id)
        summary.conflicts = [.init(desired: desired, present: JournalSamples.item(2).id, known: nil)]
        let report = report(summary)
        #expect(report.exitCode == 5)
        #expect(report.lines(verbose: false, on: .stdout).contains { $0.contains("set from elsewhere") })
        #expect(report.next.contains("1 default was set by another tool or another journal, and stays."))
    }

    @Test("What nobody has asked for is exit code 9, and an import does")
    func unasked() {
        var summary = SettleSummary()
        summary.unasked = [slot]
        let report = report(summary)
        #expect(report.exitCode == 9)
        #expect(report.next.hasPrefix("This journal has not planned 1 default that the project wants"))
    }

    @Test("What the newest list lacks is named, and an address that shows nothing at all is doubted")
    func missing() {
        var summary = SettleSummary()
        summary.missing = [uploaded]
        summary.listing = ServiceListing([uploaded], [.message: [:]], at: JournalSamples.moment())
        let report = report(summary)
        #expect(report.next.contains("lacks 1 message that earlier lists contained"))
        #expect(report.next.contains("use a separate journal for each"))
        #expect(
            report.lines(verbose: false, on: .stdout).contains {
                $0.hasPrefix("0 of 1 uploaded item seen at the service at ")
            }
        )
    }
}
