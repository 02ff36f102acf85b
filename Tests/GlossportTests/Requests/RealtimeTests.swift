import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@Suite("Real-time URL and performance test")
struct RealtimeTests {
    private let journal = Journal(MemoryLog())
    private let time = ManualTime(now: Samples.start, jumps: true)
    private let service = FakeMessageService()
    private let url = "https://example.com/retention"

    private func beginRun() async throws -> Run {
        let run = try await journal.beginRun(JournalSamples.run(started: time.now))
        return Run(run, journal: journal, service: service, time: time)
    }

    private func spent(_ endpoint: Endpoint) async throws -> Int {
        try await journal.budget(endpoint, at: Samples.destination, since: Samples.start - .seconds(1)).spent.count
    }

    @Test("The URL can be set, shown and deleted; calls are recorded, and the journal remembers it")
    func url() async throws {
        let run = try await beginRun()
        #expect(try await journal.read(at: Samples.destination) { $0.realtimeURL } == nil)
        #expect(try await run.realtimeURL() == nil)
        try await run.setRealtimeURL(url)
        #expect(try await run.realtimeURL() == url)
        #expect(try await journal.read(at: Samples.destination) { $0.realtimeURL }?.url == url)
        try await run.setRealtimeURL(nil)
        #expect(try await journal.read(at: Samples.destination) { $0.realtimeURL }?.url == nil)
        #expect(try await spent(.getRealtimeURL) == 2)
        #expect(try await spent(.configureRealtimeURL) == 1)
        #expect(try await spent(.deleteRealtimeURL) == 1)
    }

    @Test("A deletion that finds no URL is recorded as done")
    func deletedElsewhere() async throws {
        let run = try await beginRun()
        try await run.setRealtimeURL(url)
        _ = await service.deleteRealtimeURL()
        service.scriptRealtime([Answer(.notFound, status: 404, appleCode: 4_040_021)])
        try await run.setRealtimeURL(nil)
        #expect(try await journal.read(at: Samples.destination) { $0.realtimeURL }?.url == nil)
    }

    @Test("A 404 with another error number is an error, and the journal keeps the URL")
    func unreadable() async throws {
        let run = try await beginRun()
        try await run.setRealtimeURL(url)
        service.answerRealtimeQuestion(Answer(.notFound, status: 404, appleCode: 4_040_099))
        await #expect(throws: GlossportError.self) { try await run.realtimeURL() }
        #expect(try await journal.read(at: Samples.destination) { $0.realtimeURL }?.url == url)
    }

    @Test("Secrets in a URL appear in no event and no error, even if the service repeats them")
    func secrets() async throws {
        let secret = "https://example.com/r?token=s3cr3t&v=1#fragment"
        let run = try await beginRun()
        try await run.setRealtimeURL(secret)
        #expect(try await run.realtimeURL() == secret, "at the service it is whole")
        #expect(
            try await journal.read(at: Samples.destination) { $0.realtimeURL }?.url
                == "https://example.com/r?token=…&v=…#…"
        )
        service.scriptRealtime([Answer(.refusedForNow, status: 400, detail: "\(secret) is no good, nor is s3cr3t.")])
        let error = await #expect(throws: GlossportError.self) { try await run.setRealtimeURL(secret) }
        #expect(error.map { "\($0)".contains("s3cr3t") || "\($0)".contains("fragment") } == false)
        #expect(error?.message.contains("token=…") == true)
        try await journal.events(of: Samples.destination) { events in
            for event in events { #expect(!"\(event)".contains("s3cr3t") && !"\(event)".contains("#fragment")) }
        }
    }

    @Test("A performance test is polled when it should end and every ten seconds afterwards")
    func waiting() async throws {
        let run = try await beginRun()
        try await run.setRealtimeURL(url)
        let start = try await run.startPerformanceTest(of: "1")
        #expect(start.duration == .seconds(60))
        service.scriptTest(["PENDING", "PENDING", "PASS"])
        let end = time.now + start.duration
        let test = try await run.performanceTest(start.requestId, expectedAt: end, waiting: .seconds(300))
        #expect(test.hasPassed)
        #expect(time.now - Samples.start == .seconds(80))
        #expect(try await spent(.getPerformanceTestResults) == 3)
    }

    @Test("A performance test without a result in time is reported as pending")
    func impatient() async throws {
        let run = try await beginRun()
        try await run.setRealtimeURL(url)
        let start = try await run.startPerformanceTest(of: "1")
        service.scriptTest(["PENDING", "PENDING"])
        let end = time.now + start.duration
        let test = try await run.performanceTest(start.requestId, expectedAt: end, waiting: .seconds(65))
        #expect(test.isPending)
        #expect(time.now - Samples.start == .seconds(65))
    }

    @Test("A refused performance test reports its cause: no URL is set, or another test is running")
    func refused() async throws {
        let run = try await beginRun()
        let first = await #expect(throws: GlossportError.self) { try await run.startPerformanceTest(of: "1") }
        #expect(first?.remedy?.description == "Set the sandbox's real-time URL before the test.")
        try await run.setRealtimeURL(url)
        _ = try await run.startPerformanceTest(of: "1")
        let second = await #expect(throws: GlossportError.self) { try await run.startPerformanceTest(of: "1") }
        #expect(second?.message == "The service refused to start a performance test (Apple's error 4000213).")
        #expect(second?.remedy?.description.hasPrefix("A performance test of this app is running") == true)
    }

    @Test("A test of any length has a text", arguments: [Int.max, .min])
    func longest(milliseconds: Int) {
        #expect(
            PerformanceTest.Start(requestId: ServiceID(high: 1, low: 1), config: .init(totalDuration: milliseconds))
                .duration.text.isEmpty == false
        )
    }
}
