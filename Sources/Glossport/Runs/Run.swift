private import CLibrary
package import GlossportProject
import GlossportReading

/// A session that has been booked: what use cases work in, and the only way to the service for every call other than an upload.
///
/// Each attempt is booked in the journal before it leaves and waits for its allowance. What is throttled waits as long as the service asks, and the
/// 429s of one moment count once; a refused token is renewed once; what got no definite answer goes again with the uploads' back-off and
/// breaker. When it is time to stop, nothing new leaves, and a question under way is given up.
package final class Run: Sendable {
    package let session: Session
    package let journal: Journal
    package let service: any MessageService
    package let id: RunID
    private let gate: Mutex<RequestGate>
    private let random: Mutex<SeededRandom>
    private let sent = Mutex<[Endpoint: Int]>([:])
    /// How soon to look again where only another call's end can make room.
    private static let glance = Duration.milliseconds(50)

    /// - Parameters:
    ///   - session: The project at its destination, the limits, whom to ask and whom to tell.
    ///   - journal: Its journal, open.
    ///   - service: A client of its service.
    ///   - id: The run on which all attempts are booked.
    ///   - seed: For the jitter.
    package init(
        _ session: Session,
        _ journal: Journal,
        _ service: any MessageService,
        as id: RunID,
        seed: UInt64 = 0
    ) {
        self.session = session
        self.journal = journal
        self.service = service
        self.id = id
        gate = Mutex(RequestGate(session.limits, seed: seed))
        random = Mutex(SeededRandom(seed: seed))
    }

    package var project: Project { session.project }
    package var destination: Destination { session.destination }
    package var limits: RunLimits { session.limits }
    package var time: any TimeSource { session.time }
    package var stop: StopRequest { session.stop }
    package var conversation: any Conversation { session.conversation }
    var isProduction: Bool { destination.environment == .production }

    /// The requests that have left this way so far.
    package var requests: [Endpoint: Int] { sent.withLock { $0 } }

    /// How many calls for defaults may be under way, at most as many as there are connections.
    ///
    /// A booked call that waited for a connection inside the client would leave late: after a sleep, even when another machine has taken over.
    private var width: Int { min(8, limits.concurrency) }

    package func report(_ event: some ProgressEvent) { session.progress.report(event) }

    /// A new seed for the jitter of uploads.
    func nextSeed() -> UInt64 { random.withLock { $0.next() } }

    // MARK: The journal

    /// Everything that the journal knows of the destination now.
    ///
    /// - Throws: ``GlossportError`` of the journal.
    package var contents: JournalContents {
        get async throws { try await JournalContents(journal, at: destination, vanishedAfter: limits.vanishedAfter) }
    }

    /// The uploaded items that the lists lack.
    ///
    /// - Throws: ``GlossportError`` of the journal.
    package var absences: Absences {
        get async throws { try await journal.absences(at: destination, after: limits.vanishedAfter) }
    }

    /// How many requests to an endpoint may go without a wait.
    ///
    /// - Throws: ``GlossportError`` of the journal.
    package func room(_ endpoint: Endpoint) async throws -> Int {
        try await session.budget(endpoint, in: journal).room(at: time.now)
    }

    // MARK: Questions

    /// The service's items of a kind; the journal records which of its uploaded items are missing.
    ///
    /// - Returns: The review states by id.
    /// - Throws: ``GlossportError`` of the journal, or if the service can't be asked; ``Stopped``; `CancellationError`.
    package func list(_ kind: Item.Kind) async throws -> [ServiceID: ReviewState] {
        // Read before: what another run uploads meanwhile is lacking for no other reason.
        let uploaded = try await journal.uploaded(kind, at: destination)
        let (answer, states) = try await ask(kind.listEndpoint) { [service] in await service.list(kind) }
        guard answer.outcome == .accepted else { throw GlossportError.call(kind.listEndpoint, answer) }
        try await journal.recordList(
            shown: Set(states.keys),
            lacked: uploaded.subtracting(states.keys),
            at: time.now,
            in: id
        )
        return states
    }

    /// The service's items of some kinds, as ``list(_:)`` has them; the journal records their review states.
    ///
    /// - Parameters:
    ///   - kinds: The kinds.
    ///   - known: Lists that still hold; only the others are asked for.
    /// - Returns: The lists of these kinds, and those that still hold.
    /// - Throws: The errors of ``list(_:)``.
    package func reviews(of kinds: [Item.Kind], besides known: ServiceLists = ServiceLists()) async throws
        -> ServiceLists
    {
        var lists = known
        for kind in kinds {
            if lists[kind] == nil { lists[kind] = ServiceLists.List(try await list(kind), at: time.now) }
            guard let list = lists[kind] else { continue }
            try await journal.recordReviews(list.reviews, at: list.moment, in: id)
        }
        return lists
    }

    /// The default that a slot shows to customers.
    ///
    /// - Throws: As ``list(_:)`` does.
    func readDefault(_ slot: DefaultSlot) async throws -> ShownDefault {
        let (answer, id) = try await ask(.getDefault) { [service] in await service.getDefault(slot) }
        switch (answer.outcome, answer.appleCode, id) {
        case (.accepted, _, let id?): return .message(id)
        // Apple's one answer for “nothing is set there”; every other one leaves open what customers see.
        case (.notFound, AppleError.noDefault?, _): return .empty
        default: return .unknown(answer)
        }
    }

    /// One attempt at a cheap request, to find out whether the service can be reached; the caller has its own breaker.
    ///
    /// Without room in the allowance nothing is sent, and the answer says so.
    ///
    /// - Throws: ``GlossportError`` of the journal.
    package func probe(_ kind: Item.Kind) async throws -> Answer {
        try await probe(kind.listEndpoint) { [service] in (await service.list(kind).answer, ()) }
            .answer
    }

    /// One attempt at a question, now, booked like all others; without room in the allowance nothing is sent, and the answer says so.
    ///
    /// - Throws: ``GlossportError`` of the journal.
    package func probe<Value: Sendable>(
        _ endpoint: Endpoint,
        _ send: @escaping @Sendable () async -> (Answer, Value)
    ) async throws -> (answer: Answer, value: Value?) {
        gate.withLock { $0.begin(at: time.now) }
        defer { gate.withLock { $0.leave() } }
        var call = Call(endpoint, as: .probe)
        try await learnBudget(endpoint)
        let turn = gate.withLock { $0.turn(for: &call.request, at: time.now) }
        guard turn == .go else {
            let moment = turn.moment ?? time.now + Self.glance
            return (Answer(.throttled, detail: "not sent: the quota is used up", retryAt: moment), nil)
        }
        let stop = stop
        let attempt = try await attempt(&call) { await stop.cancelling { await send() } }
        return (attempt.answer, attempt.value)
    }

    // MARK: Changes

    /// Makes a message the default of a slot; it replaces what was there.
    ///
    /// - Returns: A definite answer, or ``Answer/Outcome/unknown`` after several tries: then it may have been set.
    /// - Throws: ``GlossportError`` of the journal, for a refused token or a service that can't be reached; ``Stopped``; `CancellationError`.
    package func setDefault(_ slot: DefaultSlot, to id: ServiceID) async throws -> Answer {
        try await change(.configureDefault, slot.description) { await $0.setDefault(slot, to: id) }
    }

    /// Empties a slot.
    ///
    /// - Returns: As ``setDefault(_:to:)`` does.
    /// - Throws: As ``setDefault(_:to:)`` does.
    package func deleteDefault(_ slot: DefaultSlot) async throws -> Answer {
        try await change(.deleteDefault, slot.description) { await $0.deleteDefault(slot) }
    }

    /// Deletes a message or an image.
    ///
    /// - Parameters:
    ///   - kind: Its kind.
    ///   - id: Its id.
    ///   - prepare: Called once, when there is quota and before anything leaves.
    ///   - revert: Takes that back; called if certainly nothing was deleted, and the thing is still there.
    /// - Returns: A definite answer, or ``Answer/Outcome/unknown`` after several tries: then it may be gone.
    /// - Throws: As ``setDefault(_:to:)`` does.
    package func delete(
        _ kind: Item.Kind,
        _ id: ServiceID,
        prepare: @escaping @Sendable () async throws -> Void,
        revert: @escaping @Sendable () async throws -> Void
    ) async throws -> Answer {
        let preparation = Preparation(prepare: prepare, revert: revert)
        return try await change(kind.deleteEndpoint, id.description, preparation) { await $0.delete(kind, id) }
    }

    func change(
        _ endpoint: Endpoint,
        _ what: String?,
        _ preparation: Preparation? = nil,
        _ send: @escaping @Sendable (any MessageService) async -> Answer
    ) async throws -> Answer {
        let (answer, _) = try await perform(endpoint, about: what, preparation) { [service] in (await send(service), ())
        }
        return answer
    }

    // MARK: The loop

    /// A read request: given up as soon as the run stops, because its answer is not needed then.
    func ask<Value: Sendable>(
        _ endpoint: Endpoint,
        _ send: @escaping @Sendable () async -> (Answer, Value)
    ) async throws -> (Answer, Value) {
        let stop = stop
        return try await perform(endpoint) { await stop.cancelling { await send() } }
    }

    /// The only loop round the service outside ``UploadMachine``.
    func perform<Value: Sendable>(
        _ endpoint: Endpoint,
        about what: String? = nil,
        _ preparation: Preparation? = nil,
        _ send: @escaping @Sendable () async -> (Answer, Value)
    ) async throws -> (Answer, Value) {
        gate.withLock { $0.begin(at: time.now) }
        defer { gate.withLock { $0.leave() } }
        var call = Call(endpoint, as: .call)
        do {
            let result = try await `repeat`(&call, about: what, preparation, send)
            if call.isPrepared, !call.mayBeDone { try await preparation?.revert() }
            return result
        } catch {
            // Report the original error; reverting is best effort.
            if call.isPrepared, !call.mayBeDone { try? await preparation?.revert() }
            throw error
        }
    }

    /// A call from its first attempt to its answer.
    private struct Call: Sendable {
        var request: RequestGate.Request
        /// Whether it may have done what it is for, or that was done before: an answer said so, or none was definite.
        var mayBeDone = false
        /// Whether what comes before the first attempt is done.
        var isPrepared = false

        init(_ endpoint: Endpoint, as role: RequestGate.Role) { request = RequestGate.Request(endpoint, as: role) }
    }

    /// The changes in the journal before a call leaves for the first time, and their undoing.
    struct Preparation: Sendable {
        var prepare: @Sendable () async throws -> Void
        var revert: @Sendable () async throws -> Void
    }

    /// Makes attempts until one of them is the answer.
    private func `repeat`<Value: Sendable>(
        _ call: inout Call,
        about what: String?,
        _ preparation: Preparation?,
        _ send: @escaping @Sendable () async -> (Answer, Value)
    ) async throws -> (Answer, Value) {
        let endpoint = call.request.endpoint
        while true {
            try stop.check()
            try Task.checkCancellation()
            try await learnBudget(endpoint)
            let turn = gate.withLock { $0.turn(for: &call.request, at: time.now) }
            if case .outOfQuota(let quota) = turn { throw quota }
            guard turn == .go else {
                let moment = turn.moment ?? time.now + Self.glance
                report(RunStep.waiting(endpoint, until: moment))
                try await stop.sleep(until: moment, by: time)
                continue
            }
            if !call.isPrepared {
                try await preparation?.prepare()
                call.isPrepared = true
            }
            let (answer, value, verdict) = try await attempt(&call, send)
            switch verdict {
            case .final:
                guard let value else { throw GlossportError.call(endpoint, answer, about: what) }
                switch answer.outcome {
                case .unauthorized, .accessRefused: throw GlossportError.call(endpoint, answer, about: what)
                default: return (answer, value)
                }
            case .unreachable: throw GlossportError.call(endpoint, answer, about: what, inOutage: true)
            case .again(let moment):
                if let silence = gate.withLock({ $0.silence(of: call.request) }) {
                    report(RunStep.silent(Silence(endpoint, answer, since: silence.since, until: silence.until)))
                }
                try await stop.sleep(until: moment, by: time)
            // Its turn says how long.
            case .throttled: break
            }
        }
    }

    private func learnBudget(_ endpoint: Endpoint) async throws {
        guard gate.withLock({ $0.needsBudget(endpoint, at: time.now) }) else { return }
        let budget = try await session.budget(endpoint, in: journal)
        gate.withLock { $0.learn(budget, of: endpoint, at: time.now) }
    }

    /// One booked attempt; its row is durable before it leaves, and its end before it is reported.
    private func attempt<Value: Sendable>(
        _ call: inout Call,
        _ send: () async -> (Answer, Value)
    ) async throws -> (answer: Answer, value: Value?, verdict: RequestGate.Verdict) {
        let (endpoint, spent) = (call.request.endpoint, call.request.spent)
        let row = try await journal.beginAttempt(AttemptStart(endpoint, item: nil, started: spent), in: id)
        if let reason = try await reasonToHoldBack(call.request) {
            let answer = Answer(.notSent, detail: reason.rawValue)
            gate.withLock { $0.holdBack(&call.request, at: time.now) }
            try await journal.finishAttempt(AttemptEnd(row, finished: time.now, answer: answer, change: nil), in: id)
            try stop.check()
            return (answer, nil, .again(after: time.now))
        }
        let left = time.now
        sent.withLock { $0[endpoint, default: 0] += 1 }
        let (answer, value) = await Departure.$latest.withValue(spent + RequestBudget.slotLifetime) { await send() }
        let finished = time.now
        let verdict = gate.withLock { $0.take(answer, of: &call.request, sent: left, at: finished) }
        if !answer.outcome.isDefinitelyNotApplied || answer.outcome == .notFound { call.mayBeDone = true }
        var pause: Pause?
        if case .throttled(let asked, _) = verdict { pause = asked }
        try await journal.finishAttempt(
            AttemptEnd(row, finished: finished, answer: answer, change: nil, pause: pause),
            in: id
        )
        return (answer, value, verdict)
    }

    private func reasonToHoldBack(_ request: RequestGate.Request) async throws -> RequestGate.HoldBack? {
        if stop.cause != nil { return .stopped }
        if let reason = gate.withLock({ $0.reasonToHoldBack(request, at: time.now) }) { return reason }
        // Lists need no lock, so that another process may have taken the same last request of the hour: each sees the other's row.
        let endpoint = request.endpoint
        guard endpoint == .listMessages || endpoint == .listImages else { return nil }
        let spent = try await journal.budget(endpoint, at: destination, since: request.spent - HourLedger.hour).spent
        return spent.count > session.allowance(endpoint) ? .spentElsewhere : nil
    }
}

extension Run {
    /// Makes a call or two for each of many things, a few at a time; after an error nothing new begins.
    ///
    /// - Parameters:
    ///   - all: The things, in their order.
    ///   - progress: Called with each result, on the caller's task.
    ///   - body: The work on one thing.
    /// - Returns: The results; the things that were left because of an obstacle, and that one.
    package func each<Thing: Sendable, Value: Sendable>(
        _ all: [Thing],
        progress: (Thing, Value) -> Void = { _, _ in },
        _ body: @escaping @Sendable (Thing) async throws -> Value
    ) async -> (results: [(Thing, Value)], left: [Thing], obstacle: (any Error)?) {
        var results: [(Thing, Value)] = []
        var left: [Thing] = []
        var rest = all[...]
        var obstacle: (any Error)?
        await withTaskGroup(of: (Thing, Result<Value, any Error>).self) { group in
            var underWay = 0
            while true {
                while underWay < width, obstacle == nil, let next = rest.popFirst() {
                    underWay += 1
                    group.addTask {
                        do { return (next, .success(try await body(next))) } catch { return (next, .failure(error)) }
                    }
                }
                guard let (thing, result) = await group.next() else { break }
                underWay -= 1
                switch result {
                case .success(let value):
                    results.append((thing, value))
                    progress(thing, value)
                case .failure(let error):
                    obstacle = obstacle ?? error
                    left.append(thing)
                }
            }
        }
        return (results, left + rest, obstacle)
    }

    /// The defaults that customers see in some slots, as far as a tenth of the hour's allowance goes.
    ///
    /// - Parameter slots: The slots to ask for.
    /// - Returns: By slot. A slot that was not asked is left out.
    /// - Throws: As ``readDefault(_:)`` does, but for ``OutOfQuota``.
    func shownDefaults(in slots: [DefaultSlot]) async throws -> [DefaultSlot: ShownDefault] {
        let (shown, _, obstacle) = await each(Array(slots.prefix(session.questionsPerLook))) { slot in
            try await self.readDefault(slot)
        }
        if let obstacle, !(obstacle is OutOfQuota) { throw obstacle }
        return Dictionary(shown) { first, _ in first }
    }
}

/// The default that a slot shows to customers, as far as the service says.
package enum ShownDefault: Sendable, Hashable {
    case message(ServiceID)
    case empty
    /// The service answered with neither a message nor Apple's number for an empty slot: what customers see is not known.
    case unknown(Answer)
}

/// An outage of the service that a call waits out.
package struct Silence: Sendable {
    package var endpoint: Endpoint
    /// The newest failure.
    package var answer: Answer
    package var since: Timestamp
    /// The end of the wait; `nil` waits forever.
    package var until: Timestamp?

    init(_ endpoint: Endpoint, _ answer: Answer, since: Timestamp, until: Timestamp?) {
        self.endpoint = endpoint
        self.answer = answer
        self.since = since
        self.until = until
    }
}
