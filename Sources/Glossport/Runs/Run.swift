private import CLibrary
package import GlossportProject
import GlossportReading

/// A session with a recorded run: use cases work in it, and it makes every call to the service except the uploads of
/// items.
///
/// Each attempt is recorded in the journal before it is sent, and waits for its allowance. A throttled call waits as
/// long as the service asks, and 429s of the same moment count once. A refused token is renewed once. A call without a
/// definite answer is repeated with the same back-off and breaker as uploads. After a stop request, nothing new is
/// sent, and a read request under way is canceled.
package final class Run: Sendable {
    package let session: Session
    package let journal: Journal
    package let service: any MessageService
    package let id: RunID
    private let gate: Mutex<RequestGate>
    private let random: Mutex<SeededRandom>
    private let sent = Mutex<[Endpoint: Int]>([:])
    /// The time until the next check if only another call's end can make room.
    private static let recheckDelay = Duration.milliseconds(50)

    /// Creates a run for a recorded `id`, with an open journal; `seed` determines the jitter.
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

    /// The requests sent by this run so far, without the uploads of items.
    package var requests: [Endpoint: Int] { sent.withLock { $0 } }

    /// The maximum number of concurrent calls, which must not exceed the number of connections.
    ///
    /// A recorded call that waits for a connection inside the client would be sent late: for example after a sleep,
    /// when another machine has already taken over.
    private var width: Int { min(8, limits.concurrency) }

    package func report(_ event: some ProgressEvent) { session.progress.report(event) }

    /// Returns a new seed for the jitter of uploads.
    func nextSeed() -> UInt64 { random.withLock { $0.next() } }

    // MARK: The journal

    /// The journal's present contents for the destination.
    package var contents: JournalContents {
        get async throws { try await JournalContents(journal, at: destination, vanishedAfter: project.vanishedAfter) }
    }

    /// The uploaded items that are missing from the service's lists.
    package var absences: Absences {
        get async throws {
            Absences(try await journal.read(at: destination) { $0.absences }, after: project.vanishedAfter)
        }
    }

    /// Returns the number of requests to an endpoint that may be sent without a wait.
    package func room(_ endpoint: Endpoint) async throws -> Int {
        try await session.budget(endpoint, in: journal).room(at: time.now)
    }

    // MARK: Reading the service

    /// Lists the service's items of a kind; the journal records which of its uploaded items are missing.
    ///
    /// - Returns: The review states by id.
    /// - Throws: ``GlossportError`` of the journal, or if the list can't be read; ``OutOfQuota``; ``Stopped``;
    ///   `CancellationError`.
    package func list(_ kind: Item.Kind) async throws -> [ServiceID: ReviewState] {
        // Read before the list: items that another run uploads meanwhile must not count as missing.
        let uploaded = try await journal.read(at: destination) { $0.uploaded(kind) }
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

    /// Lists the service's items of some kinds; the journal records their review states.
    ///
    /// Kinds in `known` are not listed again.
    ///
    /// - Returns: The lists of these kinds, and all known ones.
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

    /// Reads the default that a slot shows to customers.
    ///
    /// - Throws: The errors of ``list(_:)``.
    func readDefault(_ slot: DefaultSlot) async throws -> ShownDefault {
        let (answer, id) = try await ask(.getDefault) { [service] in await service.getDefault(slot) }
        switch (answer.outcome, answer.appleCode, id) {
        case (.accepted, _, let id?): return .message(id)
        // Only this error number means that no default is set; all other answers leave the default unknown.
        case (.notFound, AppleError.noDefault?, _): return .empty
        default: return .unknown(answer)
        }
    }

    /// Makes one attempt at a cheap request, to test whether the service is reachable; the caller has a separate
    /// breaker.
    ///
    /// Without room in the allowance, nothing is sent and the answer is ``Answer/Outcome/throttled``.
    ///
    /// - Throws: ``GlossportError`` of the journal.
    package func probe(_ kind: Item.Kind) async throws -> Answer {
        try await probe(kind.listEndpoint) { [service] in (await service.list(kind).answer, ()) }
            .answer
    }

    /// Makes one recorded attempt at a read request, now; without room in the allowance, nothing is sent.
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
            let moment = turn.moment ?? time.now + Self.recheckDelay
            return (Answer(.throttled, detail: "not sent: the quota is used up", retryAt: moment), nil)
        }
        let stop = stop
        let attempt = try await attempt(&call) { await stop.cancelling { await send() } }
        return (attempt.answer, attempt.value)
    }

    // MARK: Changes

    /// Makes a message the default of a slot, replacing any other.
    ///
    /// - Returns: A definite answer, or ``Answer/Outcome/unknown`` after several attempts: the default may then be set.
    /// - Throws: ``GlossportError`` of the journal, or if the token is refused or the service can't be reached;
    ///   ``OutOfQuota``; ``Stopped``; `CancellationError`.
    package func setDefault(_ slot: DefaultSlot, to id: ServiceID) async throws -> Answer {
        try await change(.configureDefault, slot.description) { await $0.setDefault(slot, to: id) }
    }

    /// Empties a slot.
    ///
    /// - Returns: The same as ``setDefault(_:to:)``; ``Answer/Outcome/accepted`` also if the slot was already empty.
    /// - Throws: The errors of ``setDefault(_:to:)``.
    package func deleteDefault(_ slot: DefaultSlot) async throws -> Answer {
        var answer = try await change(.deleteDefault, slot.description) { await $0.deleteDefault(slot) }
        // If the answer to the first request was lost, the repeated one finds the slot empty. As in
        // `readDefault(_:)`, only this error number proves that.
        if answer.outcome == .notFound, answer.appleCode == AppleError.noDefault { answer.outcome = .accepted }
        return answer
    }

    /// Deletes a message or an image.
    ///
    /// - Parameters:
    ///   - kind: The kind of the item.
    ///   - id: The id of the item.
    ///   - prepare: Called once, after quota is available and before anything is sent.
    ///   - revert: Reverts `prepare`; called if certainly nothing was deleted and the item still exists.
    /// - Returns: A definite answer, or ``Answer/Outcome/unknown`` after several attempts: the item may then be
    ///   deleted.
    /// - Throws: The errors of ``setDefault(_:to:)``.
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

    // MARK: Attempts

    /// Performs a read request, which is canceled as soon as the run stops, because its answer is then not needed.
    func ask<Value: Sendable>(
        _ endpoint: Endpoint,
        _ send: @escaping @Sendable () async -> (Answer, Value)
    ) async throws -> (Answer, Value) {
        let stop = stop
        return try await perform(endpoint) { await stop.cancelling { await send() } }
    }

    /// Calls the service until there is a final answer; the only such loop outside ``UploadMachine``.
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

    /// A call, from its first attempt to its answer.
    private struct Call: Sendable {
        var request: RequestGate.Request
        /// Whether the call may have had its effect, now or earlier: an answer proved it, or an attempt got no definite
        /// answer.
        var mayBeDone = false
        /// Whether the preparation is done.
        var isPrepared = false

        init(_ endpoint: Endpoint, as role: RequestGate.Role) { request = RequestGate.Request(endpoint, as: role) }
    }

    /// The changes to the journal before a call's first attempt, and their reversal.
    struct Preparation: Sendable {
        var prepare: @Sendable () async throws -> Void
        var revert: @Sendable () async throws -> Void
    }

    /// Makes attempts until one returns the final answer.
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
                let moment = turn.moment ?? time.now + Self.recheckDelay
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
            // The next turn determines the wait.
            case .throttled: break
            }
        }
    }

    private func learnBudget(_ endpoint: Endpoint) async throws {
        guard gate.withLock({ $0.needsBudget(endpoint, at: time.now) }) else { return }
        let budget = try await session.budget(endpoint, in: journal)
        gate.withLock { $0.learn(budget, of: endpoint, at: time.now) }
    }

    /// Makes one recorded attempt; its row is durable before it is sent, and its end before it is reported.
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
        // Lists need no lock, so another process may have taken the same last request of the hour; each can read the
        // other's row.
        let endpoint = request.endpoint
        guard endpoint == .listMessages || endpoint == .listImages else { return nil }
        let since = request.spent - HourLedger.hour
        let spent = try await journal.read(at: destination) { $0.budget(endpoint, since: since).spent.count }
        return spent > session.allowance(endpoint) ? .spentElsewhere : nil
    }
}

extension Run {
    /// Performs work on many things, a few at a time; after an error, no new work begins.
    ///
    /// - Parameters:
    ///   - all: The things, in order.
    ///   - progress: Called with each result, on the caller's task.
    ///   - body: The work on one thing.
    /// - Returns: The results, the things left undone because of an error, and that error.
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

    /// Reads the defaults that customers see in some slots, using at most a tenth of the hourly allowance.
    ///
    /// - Returns: The defaults by slot, without slots that were not read.
    /// - Throws: The errors of ``readDefault(_:)``, except ``OutOfQuota``.
    func shownDefaults(in slots: [DefaultSlot]) async throws -> [DefaultSlot: ShownDefault] {
        let (shown, _, obstacle) = await each(Array(slots.prefix(session.optionalReadLimit))) { slot in
            try await self.readDefault(slot)
        }
        if let obstacle, !(obstacle is OutOfQuota) { throw obstacle }
        return Dictionary(shown) { first, _ in first }
    }
}

/// The default that a slot shows to customers, according to the service.
package enum ShownDefault: Sendable, Hashable {
    case message(ServiceID)
    case empty
    /// The service returned neither a message nor Apple's number for an empty slot, so the default is unknown.
    case unknown(Answer)
}

/// An outage of the service that a call waits out.
package struct Silence: Sendable {
    package var endpoint: Endpoint
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
