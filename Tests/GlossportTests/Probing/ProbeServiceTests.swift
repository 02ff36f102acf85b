import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@testable import Glossport

@Suite("A probe of the service")
struct ProbeServiceTests {
    private let journal = Journal(MemoryLog())
    private let time = ManualTime(now: Samples.start, jumps: true)
    private let destination = Samples.destination

    /// Runs a probe; with an `allowance`, it also uses up that many reads of the real-time URL.
    private func probe(
        _ service: any MessageService,
        stop: StopRequest = StopRequest(),
        allowance: Int? = nil
    ) async throws -> ProbeReport {
        let work = ProbeService(spendsQuota: allowance != nil)
        let budgets = allowance.map { [Endpoint.getRealtimeURL: $0] } ?? [:]
        var start = JournalSamples.run(at: destination, started: time.now)
        start.command = work.command
        return try await journal.recordRun(start, by: time) { id in
            let plain = Run(id, journal: journal, service: service, time: time, budgets: budgets, stop: stop)
            let run = Run(work.session(plain.session), journal, service, as: id)
            let report = try await work.perform(in: run)
            return (report, report.status)
        }
    }

    private func found(_ question: ProbeQuestion, in report: ProbeReport) -> ProbeAnswer.Found? {
        report.answers.first { $0.question == question }?.found
    }

    @Test("A service that behaves as assumed yields only expected answers, and nothing is left behind")
    func expected() async throws {
        let service = ProbedService()
        let report = try await probe(service)
        #expect(report.answers.map(\.question) == ProbeQuestion.allCases.filter { $0 != .quota })
        #expect(report.answers.allSatisfy { $0.verdict == .expected })
        #expect(report.status == .done && report.left == 0 && report.requests == service.calls)
        #expect(service.isEmpty)
        #expect(report.settings == ["limits: { unit: graphemes }"])
    }

    @Test(
        "An unexpected answer is reported, with the project file's setting for it if one exists",
        arguments: [
            (.headerUnit, "limits: { unit: utf16 }", .init { $0.unit = .utf16 }),
            (.bodyUnit, "limits: { unit: scalars }", .init { $0.unit = .scalars }),
            (.altTextUnit, "limits: { unit: utf8 }", .init { $0.unit = .utf8 }),
            (.beyondBMP, "rules: { emoji: error }", .init { $0.takesBeyondBMP = false }),
            (.imageHeight, "limits: { unit: graphemes, imageHeight: 2160 }", .init { $0.takesLowImages = false }),
            (.listLag, "vanishedAfter: 1h", .init { $0.staleLists = 7 }),
            (.repeated, nil, .init { $0.replaces = true }),
            (.upperCaseID, nil, .init { $0.keepsCase = true }),
            (.unknownMember, nil, .init { $0.takesUnknownMembers = false }),
            (.tokenLifetime, nil, .init { $0.takesLongTokens = true }),
            (
                .locales, "locales: { expected: [\(StoreLocale.all.dropLast().joined(separator: ", "))] }",
                .init { $0.locales.removeLast() }
            ),
        ] as [(ProbeQuestion, String?, ProbedService.Outcome)]
    )
    func different(question: ProbeQuestion, line: String?, outcome: ProbedService.Outcome) async throws {
        let service = ProbedService(outcome)
        let report = try await probe(service)
        #expect(found(question, in: report)?.verdict == .different)
        #expect(Set(report.settings).isSuperset(of: [line].compactMap(\.self)))
        #expect(report.status == .done && service.isEmpty)
        #expect(report.page.contains("**different**"))
    }

    @Test(
        "A probe of the quota sends up to twice the allowance, and reports the first 429 and when it came",
        arguments: [
            (10, true, .expected, "429 for request 11 of the hour, 4290000, Retry-After: 1790001800000", nil),
            (10, false, .different, "429 for request 11 of the hour, 4290000, no Retry-After", nil),
            (
                4, true, .different, "429 for request 5 of the hour, 4290000, Retry-After: 1790001800000",
                "budgets: { getRealtimeURL: 4 }"
            ),
            (30, true, .different, "none in 20 requests", nil),
        ] as [(Int, Bool, ProbeAnswer.Verdict, String, String?)]
    )
    func quota(reads: Int, saysWhen: Bool, verdict: ProbeAnswer.Verdict, text: String, line: String?) async throws {
        let moment = saysWhen ? Samples.start + .seconds(1_800) : nil
        let service = ProbedService(.init { ($0.realtimeReads, $0.retryAt) = (reads, moment) })
        let report = try await probe(service, allowance: 10)
        #expect(report.answers.map(\.question) == ProbeQuestion.allCases)
        let answer = try #require(found(.quota, in: report))
        #expect(answer.verdict == verdict && answer.text == text && answer.setting?.line == line)
        // The journal records every read, so that the next command knows how many are left.
        let spent = try await journal.budget(.getRealtimeURL, at: destination, since: Samples.start).spent.count
        #expect(spent == min(reads + 1, 20))
        #expect(report.requests == service.calls && report.status == .done && service.isEmpty)
    }

    @Test("A probe of the quota counts the hour's earlier requests, and sends nothing after a 429")
    func quotaAgain() async throws {
        let service = ProbedService(.init { ($0.realtimeReads, $0.retryAt) = (12, Samples.start + .seconds(1_800)) })
        let start = JournalSamples.run(at: destination, started: time.now)
        try await journal.recordRun(start, by: time) { id in
            let run = Run(id, journal: journal, service: service, time: time)
            for _ in 1...3 { _ = try await run.probe(.getRealtimeURL) { await service.getRealtimeURL() } }
            return ((), .done)
        }
        let first = found(.quota, in: try await probe(service, allowance: 12))
        #expect(first?.verdict == .expected && first?.text.hasPrefix("429 for request 13 of the hour") == true)
        let second = found(.quota, in: try await probe(service, allowance: 12))
        #expect(second?.verdict == .unanswered && second?.text == "the quota is used up")
        // After the pause, the hour's slower pace would allow only a few requests, which prove nothing.
        time.advance(by: .seconds(1_900))
        let third = found(.quota, in: try await probe(service, allowance: 12))
        #expect(third?.verdict == .unanswered && third?.text == "the service throttled within this hour")
    }

    @Test("The report states whether a deleted ID can be reused and how the list is ordered")
    func either() async throws {
        let service = ProbedService(.init { ($0.reusesIDs, $0.newestFirst) = (false, true) })
        let report = try await probe(service)
        #expect(found(.deletedID, in: report)?.text == "no: 409")
        #expect(found(.listOrder, in: report)?.text.hasPrefix("newest first") == true)
        #expect(service.isEmpty)
    }

    @Test("A probe that is stopped at any call stops sending, and the next probe deletes its leftovers")
    func stopped() async throws {
        let whole = ProbedService()
        _ = try await probe(whole)
        for number in 1..<whole.calls {
            let other = ProbeServiceTests()
            let stop = StopRequest()
            let service = ProbedService { if $0 == number { stop.request(.interrupted) } }
            await #expect(throws: Stopped.self) { try await other.probe(service, stop: stop) }
            // Defaults are read several at a time.
            #expect(service.calls <= number + 8)
            let left = try await other.journal.read(at: destination) { $0.probes }
            #expect(service.isEmpty || !left.isEmpty)
            let report = try await other.probe(service)
            #expect(service.isEmpty && report.status == .done)
            #expect(try await other.journal.read(at: destination) { $0.probes }.isEmpty)
        }
        #expect(whole.calls > 80)
    }

    @Test("An item that a killed probe may have uploaded is deleted by a later probe once it arrives")
    func late() async throws {
        let run = try await journal.beginRun(JournalSamples.run(at: destination, started: time.now))
        let record = ProbeRecord("Glossport probe: late", .message, of: run, at: time.now)
        try await journal.recordProbe(record, isGone: false, at: time.now, in: run)
        let service = ProbedService()
        let report = try await probe(service)
        #expect(report.left == 1 && report.status == .partial)
        _ = await service.upload(MessageContent(header: record.name, body: "Late"), as: record.id)
        let second = try await probe(service)
        #expect(second.left == 0 && service.isEmpty)
    }

    @Test("Items of a probe do not appear among the journal's items and defaults")
    func apart() async throws {
        let stop = StopRequest()
        let service = ProbedService { if $0 == 12 { stop.request(.interrupted) } }
        await #expect(throws: Stopped.self) { try await probe(service, stop: stop) }
        #expect(!service.isEmpty)
        let contents = try await JournalContents(journal, at: destination, vanishedAfter: .zero)
        #expect(contents.records.isEmpty && contents.names.isEmpty && contents.defaults.isEmpty)
        #expect(try await journal.read(at: destination) { $0.uploaded(.message) }.isEmpty)
        #expect(!(try await journal.read(at: destination) { $0.probes }).isEmpty)
    }

    @Test("A probe of production is refused")
    func production() async throws {
        let production = Destination(app: destination.app, environment: .production)
        let error = await #expect(throws: GlossportError.self) {
            try await ProbeService().begin(Person(agrees: true), at: production)
        }
        #expect(error?.code == .invalidOption)
    }

    @Test("A report page does not name the app, and the service's text cannot break it")
    func page() {
        let answer = ProbeAnswer(
            .headerUnit,
            .init(.unanswered, "a | b\n<script>", "Nothing changes."),
            [.init(.uploadMessage, "x", Answer(.refused, status: 400, detail: "<b> | c"))]
        )
        let report = ProbeReport(
            environment: .sandbox,
            version: "1",
            asked: Samples.start,
            requests: 1,
            answers: [answer],
            left: 0
        )
        #expect(!report.page.contains(destination.app) && !report.page.contains("<script>"))
        #expect(report.page.contains("a \\| b &lt;script>"))
    }
}
