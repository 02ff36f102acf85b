import Glossport
import GlossportChecking
import GlossportTesting
import Testing

@testable import GlossportCommand
@testable import GlossportImporting

@Suite("The report of all apps of a journal")
struct JournalStatusReportTests {
    /// One app whose import was refused a text, and one that is in order.
    private func report() async throws -> JournalStatusReport {
        let journal = Journal(MemoryLog())
        for (place, refused) in [(JournalSamples.sandbox, true), (Self.other, false)] {
            var start = JournalSamples.run(at: place)
            start.isExclusive = true
            let run = try await journal.beginRun(start)
            let items = JournalSamples.items(3)
            try await journal.want(items, in: run)
            for item in items.dropFirst(refused ? 1 : 0) {
                try await journal.attempt(item.id, .accepted, to: .uploaded, proof: .response, in: run)
            }
            try await journal.endRun(run, at: JournalSamples.moment(60), exitCode: refused ? 3 : 0)
        }
        let apps = try await AppState.all(in: journal, vanishedAfter: .seconds(1))
        return JournalStatusReport(apps, of: "shared.sqlite", at: JournalSamples.moment(120))
    }

    private static let other = Destination(app: "com.example.zebra", environment: .production)

    @Test("Each app has a line with its counts and its last run")
    func table() async throws {
        let lines = try await report().lines(verbose: false, on: .stdout)
        #expect(lines.count == 5)
        #expect(lines[1].split(separator: " ").prefix(5).suffix(4).map(String.init) == ["sandbox", "3", "2", "0"])
        #expect(lines[2].hasPrefix("com.example.zebra") && lines[2].contains("import, 60 s ago"), "\(lines)")
        #expect(lines.last == "2 apps.")
    }

    @Test("An empty journal says so")
    func empty() async throws {
        let report = JournalStatusReport([], of: "shared.sqlite", at: JournalSamples.moment())
        #expect(report.lines(verbose: false, on: .stdout) == ["The journal shared.sqlite contains no app yet."])
    }

    @Test("Metrics have each app as labels, and end as OpenMetrics wants it")
    func metrics() async throws {
        let lines = try await report().metrics
        #expect(
            lines.contains(#"glossport_items{app="com.example.zebra",environment="production",state="uploaded"} 3"#)
        )
        #expect(
            lines.contains(
                #"glossport_items{app="\#(JournalSamples.sandbox.app)",environment="sandbox",state="planned"} 1"#
            )
        )
        #expect(
            lines.contains(
                #"glossport_last_run_exit_code{app="\#(JournalSamples.sandbox.app)",environment="sandbox"} 3"#
            )
        )
        #expect(lines.filter { $0 == "# EOF" }.count == 1 && lines.last == "# EOF")
    }
}
