import GlossportProject
import GlossportTesting
import Testing

@testable import Glossport
@testable import GlossportCommand

@Suite("Journal status report")
struct JournalStatusReportTests {
    /// Returns a report of one app whose import left a text unsent, and one app without problems.
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

    @Test("An app's line counts its items, and metrics count them by state")
    func everything() async throws {
        let journal = Journal(MemoryLog())
        var start = JournalSamples.run()
        start.isExclusive = true
        let run = try await journal.beginRun(start)
        let items = JournalSamples.items(8)
        try await journal.want(items, in: run)
        for item in items[0..<4] {
            try await journal.attempt(item.id, .accepted, to: .uploaded, proof: .response, in: run)
        }
        try await journal.attempt(items[4].id, .unknown, to: .unknown, in: run)
        try await journal.attempt(items[5].id, .refused, to: .refused, in: run)
        try await journal.attempt(items[6].id, .alreadyPresent, to: .conflict, in: run)
        try await journal.recordReviews(
            [items[0].id: .approved, items[1].id: .pending, items[2].id: .rejected, items[3].id: .pending],
            at: JournalSamples.moment(2),
            in: run
        )
        let apps = try await AppState.all(in: journal, vanishedAfter: .seconds(1))
        let report = JournalStatusReport(apps, of: "shared.sqlite", at: JournalSamples.moment(120))
        let row = try #require(report.apps.first)
        #expect(
            row.items == [.planned: 1, .uploaded: 4, .unknown: 1, .refused: 1, .conflict: 1]
        )
        #expect(row.inReview + row.rejected <= 3 && row.lastRun?.exitCode == nil && row.lastSuccess == nil)
        let words = report.lines(verbose: false, on: .stdout)[1].split(separator: " ").map(String.init)
        #expect(words[2...6] == ["8", "4", "1", "\(row.inReview)", "\(row.rejected)"])
        for (state, count) in [("planned", 1), ("refused", 1), ("conflict", 1)] {
            #expect(report.metrics.contains { $0.contains("state=\"\(state)\"} \(count)") }, "\(state)")
        }
    }

    @Test("A deletion does not hide the result of the last import, and deleted items are not counted")
    func lastRun() async throws {
        let journal = Journal(MemoryLog())
        let run = try await journal.beginRun(JournalSamples.run())
        let items = JournalSamples.items(2)
        try await journal.want(items, in: run)
        for item in items {
            try await journal.attempt(item.id, .accepted, to: .uploaded, proof: .response, in: run)
        }
        try await journal.endRun(run, at: JournalSamples.moment(10), exitCode: 0)
        let failed = try await journal.beginRun(JournalSamples.run())
        try await journal.endRun(failed, at: JournalSamples.moment(20), exitCode: 7)
        var start = JournalSamples.run()
        start.command = .prune
        let prune = try await journal.beginRun(start)
        try await journal.recordDeletion(of: [items[0].id], at: JournalSamples.moment(30), in: prune)
        try await journal.endRun(prune, at: JournalSamples.moment(30), exitCode: 0)
        let apps = try await AppState.all(in: journal, vanishedAfter: .seconds(1))
        let row = try #require(JournalStatusReport(apps, of: "j", at: JournalSamples.moment(120)).apps.first)
        #expect(row.lastRun?.exitCode == 7)
        #expect(row.lastSuccess?.ended == JournalSamples.moment(10))
        #expect(row.items == [.uploaded: 1])
    }

    @Test("An app with unreadable events does not hide other apps")
    func unreadable() async throws {
        let log = MemoryLog()
        let journal = Journal(log)
        _ = try await journal.beginRun(JournalSamples.run())
        _ = try await journal.beginRun(JournalSamples.run(at: Self.other))
        let last = try #require(try await log.events(of: Self.other, after: 0, limit: 100).last)
        var event = JournalEvent(.runEnded, in: 999, at: JournalSamples.moment())
        event.position.number = last.number + 1
        _ = try await log.append([event], to: Self.other, after: last.position)
        let apps = try await AppState.all(in: Journal(log), vanishedAfter: .seconds(1))
        let report = JournalStatusReport(apps, of: "shared.sqlite", at: JournalSamples.moment(120))
        #expect(report.apps.map(\.destination) == [JournalSamples.sandbox])
        #expect(report.unreadable.map(\.destination) == [Self.other])
        #expect(report.metrics.contains("glossport_unreadable_apps 1"))
    }

    @Test("The report can be limited to one environment")
    func environment() async throws {
        let journal = Journal(MemoryLog())
        _ = try await journal.beginRun(JournalSamples.run())
        _ = try await journal.beginRun(JournalSamples.run(at: Self.other))
        let apps = try await AppState.all(in: journal, environment: .production, vanishedAfter: .seconds(1))
        #expect(apps.map(\.destination) == [Self.other])
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

    @Test("An empty journal is reported as empty")
    func empty() async throws {
        let report = JournalStatusReport([], of: "shared.sqlite", at: JournalSamples.moment())
        #expect(report.lines(verbose: false, on: .stdout) == ["The journal shared.sqlite contains no app yet."])
    }

    @Test("Metrics are labeled by app and end as OpenMetrics requires")
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
