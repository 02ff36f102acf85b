import Foundation
package import GlossportProject
import GlossportReading

/// The state of one destination: the fold of its events, and nothing else.
///
/// It is pure: the same events give the same state, in any process and from any storage.
package struct JournalState: Sendable {
    package private(set) var position = LogPosition.start
    package var number: Int64 { position.number }
    /// The runs, by the number of the event that began them.
    private(set) var runs: [Int64: Run] = [:]
    /// The service that has answered; `nil` before the first answer.
    private(set) var service: String?
    private(set) var newestExclusive: Int64?
    private var items: [ServiceID: Entry] = [:]
    private var openAttempts: [Int64: OpenAttempt] = [:]
    private var spent: [Endpoint: [SpentRequest]] = [:]
    private var pauses: [Endpoint: BudgetState] = [:]
    /// The last known review state of every item that was ever listed.
    package private(set) var reviews: [ServiceID: ReviewState] = [:]
    /// The start and end of reviews, for items that this journal uploaded itself.
    private(set) var reviewTimes: [ServiceID: ReviewTime] = [:]
    private var allAbsences: [ServiceID: Absence] = [:]
    /// All slots, including those that were only ever read as empty.
    package private(set) var slots: [DefaultSlot: DefaultRecord] = [:]
    /// The run that first attempted each default in ``DefaultRecord/attempted``.
    private var attempts: [DefaultSlot: [ServiceID: Int64]] = [:]
    /// All approvals and withdrawals, in recording order.
    package private(set) var approvals: [Approval] = []
    /// The recorded real-time URL; `nil` if it was never read.
    package private(set) var realtimeURL: RealtimeURLRecord?
    /// The names that users gave to other tools' messages.
    package private(set) var names: [ServiceID: MessageName] = [:]
    /// The probe uploads that may still be at the service.
    package private(set) var probes: [ServiceID: ProbeRecord] = [:]
    /// The newest delivered text of each message and locale.
    package private(set) var delivered: [MessageName: DeliveredText] = [:]

    let destination: Destination

    package init(_ destination: Destination) { self.destination = destination }

    struct Run: Sendable {
        var record: RunRecord
        var isExclusive: Bool
        var process: ProcessIdentity
        /// Distinguishes the run from a run with the same number in another history.
        var writer: UUID
        var service: String?
    }

    private struct Entry {
        /// The event that contains the item, which is decoded on demand and then cached.
        var wanted: JournalEvent
        var item: Item?
        /// The run that first wanted the item; ``wanted`` may be from a later run.
        var since: Int64
        var age: Int
        var kind: Item.Kind
        var state: ItemState
        var proof: Proof?
        var reason: String?
        var refusalCode: Int?
        var history = AttemptHistory()
        /// The number of the event that reset the item; earlier attempts no longer count as evidence.
        var forgotten: Int64 = 0
    }

    private struct OpenAttempt {
        var run: Int64
        var endpoint: Endpoint
        var item: ServiceID?
        /// The index among the endpoint's spent requests.
        var index: Int
    }

    // MARK: Folding

    /// Applies an event.
    ///
    /// An event is refused if the event that must have caused it is missing. This applies only to causes that are
    /// always kept: `journal compact` removes attempts, so no later event may depend on them. The article *Journal
    /// format* lists the causes.
    ///
    /// - Throws: ``GlossportError`` with code `journal` for an event that cannot follow those before it; the state must
    ///   not be used afterwards.
    package mutating func apply(_ event: JournalEvent) throws {
        guard event.number > number else { throw GlossportError.impossible(event, "comes after number \(number)") }
        guard event.number < .max else { throw GlossportError.impossible(event, "leaves no number for the next one") }
        guard event.kind == .runBegan || runs[event.run] != nil else {
            throw GlossportError.impossible(event, "is of run \(event.run), which never began")
        }
        position = event.position
        switch event.kind {
        case .runBegan: try begin(event)
        case .runWanted: try count(event)
        case .runEnded:
            runs[event.run]?.record.ended = event.at
            runs[event.run]?.record.exitCode = event.status
        case .wanted: try want(event)
        case .delivered: try deliver(event)
        case .attemptBegan: try beginAttempt(event)
        case .attemptEnded: try endAttempt(event)
        case .settled, .deleted, .restored: try change(event)
        case .forgotten: try forget(event)
        case .reviewed:
            let item = try knownItem(of: event)
            let review = event.outcome.flatMap(ReviewState.init(rawValue:)) ?? .unrecognized
            reviews[item] = review
            if review == .approved || review == .rejected, reviewTimes[item]?.decided == nil {
                reviewTimes[item]?.decided = event.at
            }
        case .lacked:
            let item = try knownItem(of: event)
            let first = Absence(first: event.at, last: event.at, lists: 1)
            allAbsences[item] = allAbsences[item]?.again(at: event.at) ?? first
        case .shown: allAbsences[try knownItem(of: event)] = nil
        case .defaultWanted, .defaultBegan, .defaultSet, .defaultSeen, .defaultHeld, .defaultReleased:
            try changeDefault(event)
        case .approved, .withdrawn: try approve(event)
        case .named:
            guard let item = event.item else { throw GlossportError.impossible(event, "names no item") }
            names[item] = try event.decoded(MessageName.self)
        case .probed:
            let (id, record) = try event.probeRecord()
            probes[id] = record
        case .realtimeSeen: realtimeURL = RealtimeURLRecord(url: event.text, since: event.at)
        }
        if event.isServiceAnswer { service = runs[event.run]?.service ?? service }
    }

    private mutating func begin(_ event: JournalEvent) throws {
        let text = try event.decoded(JournalEvent.RunText.self)
        runs[event.number] = Run(
            record: RunRecord(
                id: RunID(event.number, at: destination),
                destination: destination,
                command: RunCommand(rawValue: text.command),
                started: event.at,
                ended: nil,
                exitCode: nil,
                wanted: 0
            ),
            isExclusive: text.isExclusive,
            process: text.process,
            writer: event.position.writer,
            service: text.service
        )
        if text.isExclusive { newestExclusive = event.number }
    }

    private mutating func count(_ event: JournalEvent) throws {
        let (wanted, code) = (runs[event.run]?.record.wanted ?? 0, event.code ?? 0)
        let (sum, overflow) = wanted.addingReportingOverflow(code)
        guard code >= 0, !overflow else { throw GlossportError.impossible(event, "has an impossible count") }
        runs[event.run]?.record.wanted = sum
    }

    /// Returns the item of an event that must follow the item's `wanted` event.
    private func knownItem(of event: JournalEvent) throws -> ServiceID {
        guard let item = event.item, items[item] != nil else {
            throw GlossportError.impossible(event, "is about an item that was never planned")
        }
        return item
    }

    private mutating func want(_ event: JournalEvent) throws {
        guard let id = event.item, let endpoint = event.endpoint else {
            throw GlossportError.impossible(event, "names no item")
        }
        // The event only plans an item; later events record its upload.
        guard event.state == nil || event.state == .planned, let kind = Item.Kind(uploadedBy: endpoint) else {
            throw GlossportError.impossible(event, "plans no upload")
        }
        if let place = items.index(forKey: id) {
            items.values[place].wanted = event
            items.values[place].item = nil
        } else {
            items[id] = Entry(wanted: event, since: event.run, age: items.count, kind: kind, state: .planned)
        }
    }

    private mutating func deliver(_ event: JournalEvent) throws {
        guard let message = event.text, let locale = event.locale else {
            throw GlossportError.impossible(event, "names no message")
        }
        let text = DeliveredText(event.item, isExpected: event.outcome != Self.unexpected)
        delivered[MessageName(message: message, locale: locale)] = event.outcome == Self.withdrawn ? nil : text
    }

    private mutating func beginAttempt(_ event: JournalEvent) throws {
        guard let endpoint = event.endpoint else { throw GlossportError.impossible(event, "names no endpoint") }
        if let item = event.item {
            guard let place = items.index(forKey: item) else {
                throw GlossportError.impossible(event, "is about an item that was never planned")
            }
            items.values[place].state = .sending
            items.values[place].refusalCode = nil
            items.values[place].history.attempts += 1
            // Until its end is known, the attempt may have been applied.
            items.values[place].history.ambiguous += 1
        }
        let index = spent[endpoint, default: []].count
        spent[endpoint, default: []].append(SpentRequest(started: event.at, finished: nil))
        openAttempts[event.number] = OpenAttempt(run: event.run, endpoint: endpoint, item: event.item, index: index)
    }

    private mutating func endAttempt(_ event: JournalEvent) throws {
        guard let began = event.attempt, let attempt = openAttempts.removeValue(forKey: began), attempt.run == event.run
        else { throw GlossportError.impossible(event, "ends an attempt that is not open") }
        let outcome = event.outcome.flatMap(Answer.Outcome.init(rawValue:)) ?? .unknown
        if event.state != nil {
            guard event.item == attempt.item else { throw GlossportError.impossible(event, "changes another item") }
            guard event.state != .deleted,
                event.state != .uploaded || outcome == .accepted || outcome == .alreadyPresent
            else { throw GlossportError.impossible(event, "does not follow from its answer") }
        }
        spent[attempt.endpoint]?[attempt.index].finished = event.at
        if let until = event.pausedUntil {
            pauses[attempt.endpoint, default: BudgetState()].note(Pause(until: until, steadyUntil: event.steadyUntil))
        }
        if event.state != nil { try change(event) }
        guard let place = attempt.item.flatMap(items.index(forKey:)), began > items.values[place].forgotten else {
            return
        }
        if outcome != .unknown { items.values[place].history.ambiguous -= 1 }
        if outcome == .refused { items.values[place].history.refused += 1 }
        if items.values[place].state == .refused, outcome == .refused || outcome == .notFound {
            items.values[place].refusalCode = event.code
        }
    }

    private mutating func change(_ event: JournalEvent) throws {
        guard let state = event.state, let place = event.item.flatMap(items.index(forKey:)) else {
            throw GlossportError.impossible(event, "is about an item that was never planned")
        }
        guard (event.kind == .deleted) == (state == .deleted) else {
            throw GlossportError.impossible(event, "does not fit its state")
        }
        // The time of another tool's upload is unknown.
        if state == .uploaded, items.values[place].state != .uploaded, let item = event.item {
            reviewTimes[item] = event.proof == .adopted ? nil : ReviewTime(uploaded: event.at)
        }
        items.values[place].state = state
        if event.kind == .settled || event.kind == .attemptEnded {
            items.values[place].proof = event.proof
            items.values[place].reason = event.reason
        }
        if state != .refused { items.values[place].refusalCode = nil }
    }

    private mutating func forget(_ event: JournalEvent) throws {
        guard let id = event.item, let entry = items[id] else {
            throw GlossportError.impossible(event, "is about an item that was never planned")
        }
        items[id] = Entry(
            wanted: entry.wanted,
            item: entry.item,
            since: entry.since,
            age: entry.age,
            kind: entry.kind,
            state: .planned,
            forgotten: event.number
        )
        reviews[id] = nil
        allAbsences[id] = nil
    }

    private mutating func changeDefault(_ event: JournalEvent) throws {
        guard let slot = event.slot else { throw GlossportError.impossible(event, "names no slot") }
        var record = slots[slot] ?? DefaultRecord(slot: slot)
        switch event.kind {
        case .defaultWanted:
            if event.item != nil { _ = try knownItem(of: event) }
            (record.message, record.desired) = (event.text, event.item)
            record.withdrawal = event.item == nil ? event.outcome.flatMap(DefaultRecord.Withdrawal.init) : nil
            let isByHand = runs[event.run]?.record.command.isByHand ?? false
            record.want(DefaultRecord.DesiredText(event, at: destination, isByHand: isByHand))
            if event.item != nil, !isByHand, event.outcome != Self.unexpected { record.wasExpected = true }
            if record.withdrawal == .agreed { record.show(nil, since: event.number) }
        case .defaultHeld, .defaultReleased:
            guard record.isHeld != (event.kind == .defaultHeld) else {
                throw GlossportError.impossible(
                    event,
                    "changes nothing: the default \(record.isHeld ? "is" : "is not") held"
                )
            }
            record.isHeld.toggle()
            // After a hold or release, a user must agree to the removal again.
            if record.withdrawal == .agreed { record.withdrawal = .kept }
        case .defaultBegan:
            guard let item = event.item else { throw GlossportError.impossible(event, "names no item") }
            record.attempted.insert(item)
            record.show(item, since: event.number)
            if attempts[slot]?[item] == nil { attempts[slot, default: [:]][item] = event.run }
        case .defaultSet:
            if let item = event.item, attempts[slot]?[item] == nil {
                throw GlossportError.impossible(event, "sets a default that no run began to set")
            }
            if event.item == nil { record.show(nil, since: event.number) }
            if record.lastSet != event.item { record.previous = record.lastSet }
            record.lastSet = event.item
            if let item = event.item { record.everSet.insert(item) }
            record.changed = event.at
            record.changedIn = runs[event.run]?.record.id
            record.isByHand = runs[event.run]?.record.command.isByHand ?? false
            if event.item != nil, record.isByHand {
                // A default set by hand overrides the project's withdrawal.
                record.withdrawal = nil
            } else if record.withdrawal == .agreed {
                // The agreement was about the former default.
                record.withdrawal = .kept
            }
            // Keep attempts of runs that never ended: a superseded run's request may still arrive.
            attempts[slot] = attempts[slot, default: [:]].filter { item, run in
                item != event.item && run != event.run && runs[run]?.record.ended == nil
            }
            (record.seen, record.attempted) = (nil, Set(attempts[slot, default: [:]].keys))
        default:
            let isOurs = event.outcome == Self.ours
            guard !isOurs || event.item != nil && event.item == record.desired else {
                throw GlossportError.impossible(
                    event,
                    "takes a default for the project's that the project did not want"
                )
            }
            record.seen = DefaultRecord.Seen(event.item, at: event.at, isOurs: isOurs)
            if isOurs { record.show(event.item, since: event.number) }
        }
        slots[slot] = record
    }

    /// The outcomes of a seen default: the project's desired one, or another.
    static let ours = "ours"
    static let foreign = "foreign"
    /// The outcome of a text or default in a locale that the project does not expect.
    static let unexpected = "unexpected"
    /// The outcome of a text that the newest whole delivery no longer contains.
    static let withdrawn = "withdrawn"

    private mutating func approve(_ event: JournalEvent) throws {
        guard let locale = event.locale else { throw GlossportError.impossible(event, "names no locale") }
        let text = try event.decoded(JournalEvent.ApprovalText.self)
        var decision = Approval.Decision.withdrawn(locale: locale)
        if event.kind == .approved {
            guard let digest = text.digest.flatMap([UInt8].init(hexadecimal:)), let messages = text.messages else {
                throw GlossportError.impossible(event, "approves nothing")
            }
            decision = .approved(LocaleTexts(locale: locale, messages: messages, digest: digest))
        }
        approvals.append(Approval(decision, by: text.by, note: text.note, at: event.at))
    }

    // MARK: Queries

    /// Returns the run that a writer began.
    ///
    /// - Throws: ``GlossportError`` with code `journal` if the log has lost it.
    func run(_ id: RunID, by writer: UUID) throws -> Run {
        guard let found = runs[id.number], found.writer == writer else {
            throw GlossportError.lostHistory(of: destination)
        }
        return found
    }

    /// Checks that a writer's run may write.
    ///
    /// - Throws: ``GlossportError`` with code `journalLocked` if another run has superseded it, or `journal` if the log
    ///   has lost it.
    func requireCurrent(_ run: RunID, by writer: UUID) throws {
        let found = try self.run(run, by: writer)
        guard found.isExclusive, let newest = newestExclusive, newest != run.number, let other = runs[newest] else {
            return
        }
        throw GlossportError.superseded(run, by: other.record, other.process)
    }

    /// The exclusive run that has not ended: its process is still running, or was killed.
    var unended: Run? {
        guard let newest = newestExclusive, let run = runs[newest], run.record.ended == nil else { return nil }
        return run
    }

    /// Returns the start of a run; intents without a moment use it as the time of their events.
    func start(of run: RunID) -> Timestamp { runs[run.number]?.record.started ?? Timestamp(nanoseconds: 0) }

    func knows(_ item: ServiceID) -> Bool { items[item] != nil }
    func knows(_ kind: Item.Kind) -> Bool { items.values.contains { $0.kind == kind } }

    /// Returns an item with its recorded state.
    ///
    /// - Throws: ``GlossportError`` with code `journal` if its text can't be read.
    mutating func record(_ id: ServiceID) throws -> ItemRecord? {
        guard let entry = items[id] else { return nil }
        let item: Item
        if let known = entry.item {
            item = known
        } else {
            item = try entry.wanted.wantedItem()
            items[id]?.item = item
        }
        return ItemRecord(
            item: item,
            state: entry.state,
            proof: entry.proof,
            reason: entry.reason,
            refusalCode: entry.refusalCode,
            history: entry.history
        )
    }

    /// Caches an item, so that it is not decoded from the event that was just made from it.
    mutating func keep(_ item: Item) { items[item.id]?.item = item }

    /// Returns all items, sorted by message, locale and age.
    package mutating func allRecords() throws -> [ItemRecord] {
        let all = try items.map { id, entry in (try record(id), entry.age) }
        return all.compactMap { record, age in record.map { ($0, age) } }.sorted { left, right in
            let (a, b) = (left.0.item, right.0.item)
            if a.message != b.message { return a.message.utf8.lexicographicallyPrecedes(b.message.utf8) }
            if a.locale != b.locale { return a.locale.utf8.lexicographicallyPrecedes(b.locale.utf8) }
            return left.1 < right.1
        }
        .map(\.0)
    }

    /// Returns the run that first wanted an item; 0 for an unknown item.
    func run(wantingFirst item: ServiceID) -> Int64 { items[item]?.since ?? 0 }

    /// Returns the items of a kind that are uploaded, as far as this journal knows.
    package func uploaded(_ kind: Item.Kind) -> Set<ServiceID> {
        Set(items.lazy.filter { $1.state == .uploaded && $1.kind == kind }.map(\.key))
    }

    /// The uploaded items that were missing from the newest list, regardless of the run that requested it.
    package var absences: [ServiceID: Absence] { allAbsences.filter { items[$0.key]?.state == .uploaded } }

    func isAbsent(_ item: ServiceID) -> Bool { allAbsences[item] != nil }

    /// Returns the endpoint of a run's attempt that has not ended.
    func endpoint(of attempt: AttemptID, in run: RunID) -> Endpoint? {
        guard let open = openAttempts[attempt.rawValue], open.run == run.number else { return nil }
        return open.endpoint
    }

    /// Returns the recorded allowance of an endpoint, with the attempts that started at `moment` or later.
    package func budget(_ endpoint: Endpoint, since moment: Timestamp) -> BudgetState {
        var budget = pauses[endpoint] ?? BudgetState()
        budget.spent = spent[endpoint, default: []].filter { $0.started >= moment }.sorted { $0.started < $1.started }
        return budget
    }

    func lastRun(of commands: [RunCommand], endedWith exitCode: Int?) -> RunRecord? {
        runs.values.lazy.map(\.record)
            .filter { commands.contains($0.command) && (exitCode == nil || $0.exitCode == exitCode) }
            .max { $0.id < $1.id }
    }

    package var itemCount: Int { items.count }
    package var runCount: Int { runs.count }
    package var attemptCount: Int { spent.values.reduce(0) { $0 + $1.count } }
}
