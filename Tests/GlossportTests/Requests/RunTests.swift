import CLibrary
import Glossport
import GlossportProject
import GlossportReading
import GlossportTesting
import Testing

@Suite("Requests of a run")
struct RunTests {
    private let journal = Journal(MemoryLog())
    private let time = ManualTime(now: Samples.start, jumps: true)
    private let slot = DefaultSlot(product: "annual", locale: "de-DE")

    private func beginRun(
        _ service: any MessageService,
        budgets: [Endpoint: Int] = [:],
        limits: RunLimits = RunLimits(),
        stop: StopRequest = StopRequest(),
        time: (any TimeSource)? = nil,
        progress: any Progress = NoUser()
    ) async throws -> Run {
        let run = try await journal.beginRun(JournalSamples.run(started: self.time.now))
        return Run(
            run,
            journal: journal,
            service: service,
            time: time ?? self.time,
            budgets: budgets,
            limits: limits,
            stop: stop,
            progress: progress
        )
    }

    private func spent(_ endpoint: Endpoint) async throws -> Int {
        try await journal.budget(endpoint, at: Samples.destination, since: Samples.start - .seconds(1)).spent.count
    }

    /// Creates an approved message, which can be a default.
    private func approved(_ service: FakeMessageService) async throws -> ServiceID {
        let item = Samples.items(1)[0]
        service.put(try #require(item.texts), as: item.id)
        service.review([item.id], .approved)
        return item.id
    }

    @Test("Every attempt is recorded, including failed ones")
    func recorded() async throws {
        let service = FakeMessageService()
        service.scriptLists([.lost, .noConnection])
        _ = try await beginRun(service).list(.message)
        #expect(service.lists == 3)
        #expect(try await spent(.listMessages) == 3)
    }

    // All tasks share the main actor, so the second call is still being recorded when the first call's 429 arrives.
    @Test("A call that is still being recorded when the service requests a wait is held back until the wait ends")
    @MainActor
    func pauseMeanwhile() async throws {
        let service = FakeMessageService()
        service.scriptDefaults([Answer(.throttled, status: 429, retryAt: time.now + .seconds(60))])
        let slow = Journal(CountingLog())
        let id = try await approved(service)
        let run = try await slow.beginRun(JournalSamples.run(started: time.now))
        let active = Run(run, journal: slow, service: service, time: time)
        let calls = [slot, DefaultSlot(product: "monthly", locale: "de-DE")].map { slot in
            Task { @MainActor in try await active.setDefault(slot, to: id).outcome }
        }
        for call in calls { #expect(try await call.value == .accepted) }
        var answers: [String?] = []
        try await slow.events(of: Samples.destination) { events in
            answers += events.filter { $0.kind == .attemptEnded }.map(\.text)
        }
        #expect(answers.count { $0 == RequestGate.HoldBack.paused.rawValue } == 1)
        #expect(service.defaultCalls == 3)
    }

    @Test("Simultaneous 429s count as one throttling, even without a retry time")
    func burst() async throws {
        let service = CrowdedService(crowd: 8)
        let id = Samples.items(1)[0].id
        let run = try await beginRun(service)
        let answers = try await withThrowingTaskGroup(of: Answer.self) { group in
            for number in 0..<8 {
                let slot = DefaultSlot(product: "p\(number)", locale: "de-DE")
                group.addTask { try await run.setDefault(slot, to: id) }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(answers.map(\.outcome) == Array(repeating: .accepted, count: 8))
        // The first throttling pauses 15 s; counted one by one, the eighth would pause for 15 min.
        #expect(time.now - Samples.start < .seconds(120))
    }

    @Test("If the service has short rate windows, requests wait for each new window", arguments: [60])
    func shortWindows(count: Int) async throws {
        let service = WindowedService(calls: 20, window: .seconds(5), time: time)
        let run = try await beginRun(service)
        for number in 0..<count {
            let slot = DefaultSlot(product: "p\(number)", locale: "de-DE")
            #expect(try await run.setDefault(slot, to: Samples.items(1)[0].id).outcome == .accepted)
        }
        #expect(time.now - Samples.start <= .seconds(15))
    }

    @Test("Endless 429s end the run within `maxWait`")
    func endlessThrottling() async throws {
        let service = FakeMessageService()
        service.scriptLists(Array(repeating: .throttled(), count: 1_000))
        let run = try await beginRun(service, limits: RunLimits(maxWait: .seconds(900)))
        let quota = await #expect(throws: OutOfQuota.self) { try await run.list(.message) }
        #expect(quota?.endpoint == .listMessages)
        #expect(time.now - Samples.start <= .seconds(900))
    }

    @Test("A token that is refused twice ends the run, and the error names the call")
    func refusedToken() async throws {
        let service = FakeMessageService()
        service.scriptDefaults([.unauthorized, .unauthorized])
        let run = try await beginRun(service)
        let error = await #expect(throws: GlossportError.self) {
            try await run.setDefault(slot, to: Samples.items(1)[0].id)
        }
        #expect(error?.code == .credentials)
        #expect(error?.message.hasSuffix("so Glossport could not set a default (annual in de-DE).") == true)
    }

    @Test("A change of a default without a definite answer is retried and finally reported as unknown")
    func unknown() async throws {
        let service = FakeMessageService()
        let id = try await approved(service)
        service.scriptDefaults(Array(repeating: .lost, count: 4))
        let answer = try await beginRun(service, limits: RunLimits(tries: 4)).setDefault(slot, to: id)
        #expect(answer.outcome == .unknown)
        #expect(service.defaultCalls == 4)
    }

    @Test("After a stop request, a run sends nothing")
    func stopped() async throws {
        let stop = StopRequest()
        stop.request(.interrupted)
        let service = FakeMessageService()
        let run = try await beginRun(service, stop: stop)
        await #expect(throws: Stopped(.interrupted)) { try await run.list(.message) }
        await #expect(throws: Stopped(.interrupted)) { try await run.setDefault(slot, to: Samples.items(1)[0].id) }
        #expect(service.lists == 0 && service.defaultCalls == 0)
        // A request that was never sent is not recorded and costs no quota.
        #expect(try await spent(.listMessages) == 0)
    }

    @Test("A stop request ends a wait for quota at once")
    func stoppedWhileWaiting() async throws {
        let time = ManualTime(now: Samples.start)
        let stop = StopRequest()
        let service = FakeMessageService()
        service.scriptLists([.throttled(until: Samples.start + .seconds(600))])
        let run = try await beginRun(service, stop: stop, time: time)
        let list = Task { try await run.list(.message) }
        await time.sleepers(1)
        stop.request(.deadline)
        await #expect(throws: Stopped(.deadline)) { try await list.value }
        #expect(service.lists == 1)
    }

    @Test("A run sends nothing if another run has used the hour's last request")
    func lastRequest() async throws {
        let service = FakeMessageService()
        let first = try await beginRun(service, budgets: [.listMessages: 1])
        let second = try await beginRun(service, budgets: [.listMessages: 1], limits: RunLimits(maxWait: .zero))
        #expect(try await first.probe(.message).outcome == .accepted)
        await #expect(throws: OutOfQuota.self) { try await second.list(.message) }
        #expect(service.lists == 1)
    }

    @Test("A probe is sent even if other calls found the service unreachable")
    func probeInOutage() async throws {
        let service = FakeMessageService()
        service.scriptLists(Array(repeating: .noConnection, count: 6))
        let run = try await beginRun(service, limits: RunLimits(outageLimit: .zero))
        await #expect(throws: GlossportError.self) { try await run.list(.message) }
        let lists = service.lists
        #expect(try await run.probe(.message).outcome == .accepted)
        #expect(service.lists == lists + 1)
    }

    @Test(
        "An outage at the start is waited out and reported, like a later one",
        arguments: [.noConnection, .lost, Answer(.unknown, status: 503)] as [Answer]
    )
    func outage(answer: Answer) async throws {
        let service = FakeMessageService()
        let progress = SilenceRecorder()
        let run = try await beginRun(service, progress: progress)
        for _ in 0..<2 {
            service.scriptLists(Array(repeating: answer, count: 12))
            _ = try await run.list(.message)
        }
        let silences = progress.silences
        #expect(silences.count == 2 * 10, "two failures are no outage yet")
        #expect(Set(silences.map(\.since)).count == 2)
        #expect(silences.first?.endpoint == .listMessages && silences.first?.answer == answer)
        #expect(silences.first?.until == silences.first.map { $0.since + .seconds(900) })
    }

    @Test(
        "A service that is silent beyond the outage limit is reported as unreachable",
        arguments: [.noConnection, Answer(.unknown, status: 503)] as [Answer]
    )
    func outageLimit(answer: Answer) async throws {
        let service = FakeMessageService()
        service.scriptLists(Array(repeating: answer, count: 1_000))
        let run = try await beginRun(service, limits: RunLimits(outageLimit: .seconds(300)))
        let error = await #expect(throws: GlossportError.self) { try await run.list(.message) }
        #expect(error?.code == .unreachable)
        #expect(time.now - Samples.start >= .seconds(300) && time.now - Samples.start < .seconds(400))
    }

    @Test("With an outage limit of zero, or if a person must fix something, the run gives up soon")
    func impatient() async throws {
        for (limit, answer) in [
            (Duration.zero, Answer.noConnection), (.seconds(900), Answer(.notSent, remedy: "Correct it.")),
        ] {
            let service = FakeMessageService()
            service.scriptLists(Array(repeating: answer, count: 100))
            let run = try await beginRun(service, limits: RunLimits(outageLimit: limit))
            let began = time.now
            let error = await #expect(throws: GlossportError.self) { try await run.list(.message) }
            #expect(error?.code == .unreachable)
            #expect(time.now - began < .seconds(20))
            #expect(error?.remedy == answer.remedy ?? "Check the network and the endpoint, and run the command again.")
        }
    }
}

/// A service that throttles the first group of calls together once all have arrived, and accepts everything afterwards.
private final class CrowdedService: WithoutRealtime {
    private let crowd: Int
    private let waiting = Mutex<[CheckedContinuation<Void, Never>]?>([])

    init(crowd: Int) { self.crowd = crowd }

    func setDefault(_ slot: DefaultSlot, to id: ServiceID) async -> Answer {
        guard waiting.withLock({ $0 != nil }) else { return .accepted }
        await withCheckedContinuation { continuation in
            let all = waiting.withLock { waiting -> [CheckedContinuation<Void, Never>] in
                waiting?.append(continuation)
                guard let all = waiting, all.count == crowd else { return [] }
                waiting = nil
                return all
            }
            for one in all { one.resume() }
        }
        return .throttled()
    }

    func getDefault(_ slot: DefaultSlot) async -> (answer: Answer, id: ServiceID?) { (.accepted, nil) }
    func deleteDefault(_ slot: DefaultSlot) async -> Answer { .accepted }
    func upload(_ content: MessageContent, as id: ServiceID) async -> Answer { .accepted }
    func uploadImage(_ bytes: [UInt8], size: ImageSize, as id: ServiceID) async -> Answer { .accepted }
    func list(_ kind: Item.Kind) async -> (answer: Answer, states: [ServiceID: ReviewState]) { (.accepted, [:]) }
    func delete(_ kind: Item.Kind, _ id: ServiceID) async -> Answer { .accepted }
}

/// A service that accepts a number of calls per time window and declares in `Retry-After` when the next one begins.
private final class WindowedService: WithoutRealtime {
    private let calls: Int
    private let window: Duration
    private let time: ManualTime
    private let state = Counter()

    init(calls: Int, window: Duration, time: ManualTime) {
        self.calls = calls
        self.window = window
        self.time = time
    }

    func setDefault(_ slot: DefaultSlot, to id: ServiceID) async -> Answer {
        state.answer(at: time.now, calls: calls, window: window)
    }

    func getDefault(_ slot: DefaultSlot) async -> (answer: Answer, id: ServiceID?) {
        (Answer(.notFound, status: 404, appleCode: 4_040_020), nil)
    }

    func deleteDefault(_ slot: DefaultSlot) async -> Answer { .accepted }
    func upload(_ content: MessageContent, as id: ServiceID) async -> Answer { .accepted }
    func uploadImage(_ bytes: [UInt8], size: ImageSize, as id: ServiceID) async -> Answer { .accepted }
    func list(_ kind: Item.Kind) async -> (answer: Answer, states: [ServiceID: ReviewState]) { (.accepted, [:]) }
    func delete(_ kind: Item.Kind, _ id: ServiceID) async -> Answer { .accepted }
}

/// Records the outages that a run reports.
private final class SilenceRecorder: Progress {
    private let recorded = Mutex<[Silence]>([])

    var silences: [Silence] { recorded.withLock(\.self) }

    func report(_ event: any ProgressEvent) {
        guard case .silent(let silence)? = event as? RunStep else { return }
        recorded.withLock { $0.append(silence) }
    }
}
