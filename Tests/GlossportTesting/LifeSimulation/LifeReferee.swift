import Glossport
import GlossportProject

/// Checks the invariants of a simulated life from outside, knowing the true state.
///
/// It shares only plain value types with the code that it checks. The invariants:
///
/// - **L1** A slot that shows a default is emptied only by hand, or because the project has withdrawn it.
/// - **L2** A text is not replaced by an older one in the same slot, except by hand, with `--take-over`, or if the
///   journal has desired it later or an import may set texts back. A default set by hand gives way to the deliveries.
/// - **L3** A default set from elsewhere stays, unless it is changed by hand or with `--take-over`.
/// - **L4** A message becomes a default only if Apple has approved it and its images. With `all-or-nothing`, no locale
///   of a message takes over before all desired locales are approved.
/// - **L5** No item is deleted that is shown or, except by hand, that the same journal desires or that is not ours.
/// - **L6** A recorded success, of an upload or of setting a default, is not repeated.
/// - **L7** No sliding hour contains more arrivals from a machine at an endpoint and destination than the allowance, as
///   long as its journal is kept and its clock is not set.
/// - **L8** No request leaves before the end of a pause that the process has received or its journal contains.
/// - **L9** No request leaves without a row in the journal.
/// - **L10** A process that is asked to stop sends nothing more and ends within a minute.
/// - **L11** Every process ends. Without faults, the machine with the newest deliveries reaches its desired state or
///   reports a conflict. A conflict means that another journal has set the current default or uploaded the default that
///   should replace it.
/// - **L12** Only messages that were approved in the sandbox are promoted.
/// - **L13** An item that the journal records as uploaded and the service has is offered for upload again only after it
///   was missing from two lists that are at least the lag of lists apart. An item that is gone is uploaded again if it
///   is desired, and otherwise reported.
/// - **L14** A request that a machine had not sent when it fell asleep never leaves when it wakes.
/// - **L15** After a command that ends with 0, customers see the desired defaults of the newest import, except for
///   held, set and rolled-back defaults that it reports. `--pending-ok` excuses only reviews.
/// - **L16** A default that the service refused to show is not replaced, and no message that could be this default is
///   deleted.
/// - **L17** A refused text holds back only its own message.
/// - **L18** A held default changes only by hand or after its release.
/// - **L19** A refusal to set texts back is correct: this journal has desired a newer text in the slot, or a text was
///   set back with permission. In production, the refusal must prevent violations of L2.
/// - **L20** A withdrawn default is set only by hand or by an import that desires it again. A part of the deliveries
///   withdraws nothing. A default is removed only if a user has agreed in an import. Other tools' defaults stay.
struct LifeReferee: Sendable {
    /// The maximum age of a list.
    static let lag = Duration.seconds(3_600)

    private(set) var violations: [String] = []
    private(set) var arrivals = 0
    let scenario: LifeScenario

    private var images: Set<ServiceID> = []
    /// The version of each of our messages.
    private(set) var versions: [ServiceID: Int] = [:]
    /// All messages and images that our deliveries have ever contained.
    private var ours: Set<ServiceID> = []
    /// The images of each of our messages.
    private(set) var imagesOf: [ServiceID: Set<ServiceID>] = [:]
    /// The messages whose texts the service has refused.
    var refused: Set<ServiceID> = []
    /// The locale of each of our messages.
    private(set) var locales: [ServiceID: String] = [:]
    /// The writer of each slot's default: a journal, or 0 for another tool.
    private(set) var writers: [Place: Int] = [:]
    /// The slots whose current default was set by hand.
    private(set) var setByHand: Set<Place> = []
    private var deleters: [Environment: [ServiceID: Int]] = [:]
    var journals: [Int: JournalFacts] = [:]
    private var machines: [Int: MachineFacts] = [:]

    typealias Environment = ServiceEnvironment

    struct Place: Hashable, Sendable {
        var environment: Environment
        var slot: DefaultSlot
    }

    fileprivate struct Call: Hashable, Sendable {
        var environment: Environment
        var endpoint: Endpoint
    }

    /// The facts about a journal; a restored copy has the facts of the time when it was made.
    struct JournalFacts: Sendable {
        var wanted: [Place: ServiceID] = [:]
        var items: [Environment: Set<ServiceID>] = [:]
        /// The defaults that it has ever desired or tried to set in a slot.
        var touched: [Place: Set<ServiceID>] = [:]
        /// The defaults set by hand, or about to be.
        var byHand: [Place: ServiceID?] = [:]
        /// The items whose upload is recorded as successful.
        var uploaded: [Environment: Set<ServiceID>] = [:]
        /// The uploaded items missing from lists, with the times and number of these lists.
        var absent: [Environment: [ServiceID: Absence]] = [:]
        /// The items whose absence the journal has recorded, until it records a list that contains them.
        var lacked: [Environment: Set<ServiceID>] = [:]
        fileprivate var pauses: [Call: Timestamp] = [:]
        /// The desired defaults of its newest import.
        var desired = LifeDesiredDefaults()
        /// The texts that it has desired for each slot, in the order of their first appearance.
        var order: [Place: [ServiceID]] = [:]
        /// The texts in each slot that customers have seen.
        var shown: [Place: Set<ServiceID>] = [:]

        /// Whether the journal first desired `id` after `other`, and customers have never seen `id` in the slot.
        func isNewer(_ id: ServiceID, than other: ServiceID, in place: Place) -> Bool {
            guard let order = order[place], let own = order.firstIndex(of: id),
                let others = order.firstIndex(of: other),
                shown[place]?.contains(id) != true
            else { return false }
            return own > others
        }

        /// The older texts that slots may return to, because a user allowed it, the sandbox only warns, or the journal
        /// has never desired them before.
        var permittedBacks: [Place: Set<ServiceID>] = [:]
        /// The slots where a permitted import desires an older text, or an import has confirmed a rollback, so that
        /// this text counts as the newest.
        var setBack: Set<Place> = []
    }

    private struct MachineFacts: Sendable {
        var arrivals: [Call: [Timestamp]] = [:]
    }

    /// The facts about a process.
    struct ProcessFacts: Sendable {
        let machine: Int
        let journal: Int
        let environment: Environment
        let command: String
        var takesOver = false
        /// Whether a user changes defaults by hand.
        var isByHand = false
        /// Whether the user's change may empty slots.
        var mayEmpty = false
        /// Whether a user deletes messages by hand.
        var deletesByHand = false
        fileprivate var pauses: [Call: Timestamp] = [:]
        fileprivate var rows: [Endpoint: Int] = [:]
        /// The service's last answer about each slot.
        var shown: [DefaultSlot: ServiceID?] = [:]
        /// The slots that the service refused to show.
        var unread: Set<DefaultSlot> = []
        /// The review states in the newest lists.
        var reviews: [ServiceID: ReviewState] = [:]
        /// The defaults that an import desires.
        var intended: [Place: ServiceID] = [:]
        /// Whether an import covers the whole delivery.
        var isWhole = true
        /// Whether an import may set texts back.
        var setsBack = false
        /// The slots that its project names; `nil` if projects withdraw nothing.
        var named: Set<DefaultSlot>?
        var keepsWithdrawn = false

        func withdraws(_ slot: DefaultSlot) -> Bool { named.map { !$0.contains(slot) } ?? false }
        var stopped: Timestamp?
        /// The command's exit status if it does not throw.
        var status = ExitStatus.done
        /// The items in the machine's deliveries.
        var delivered: Set<ServiceID> = []

        init(machine: Int, journal: Int, environment: Environment, command: String) {
            self.machine = machine
            self.journal = journal
            self.environment = environment
            self.command = command
        }
    }

    init(_ scenario: LifeScenario) { self.scenario = scenario }

    mutating func fail(_ invariant: String, _ sentence: String) {
        guard violations.count < 10 else { return }
        violations.append("\(invariant), seed \(scenario.seed): \(sentence)")
    }

    // MARK: Journals

    mutating func begins(_ facts: inout ProcessFacts) { facts.pauses = journals[facts.journal]?.pauses ?? [:] }

    /// Gives a machine a new journal, either empty or with the facts about journal `other`.
    mutating func replaceJournal(of machine: Int, by journal: Int, as other: Int?) {
        journals[journal] = other.flatMap { journals[$0] } ?? JournalFacts()
        machines[machine] = nil
    }

    /// Records the facts about a journal that is copied.
    mutating func copyFacts(of journal: Int, to copy: Int) { journals[copy] = journals[journal] }

    /// Removes the facts that are invalid after the machine's clock was set.
    mutating func setsClock(of machine: Int, journal: Int) {
        machines[machine] = nil
        journals[journal]?.pauses = [:]
        // The machine can no longer know how long items have been missing from lists.
        for (environment, absent) in journals[journal]?.absent ?? [:] {
            journals[journal]?.absent[environment] = absent.mapValues {
                Absence(first: Timestamp(seconds: 0), last: $0.last, lists: $0.lists)
            }
        }
    }

    mutating func knows(_ items: DesiredItems, _ versions: [ServiceID: Int]) {
        self.versions.merge(versions) { first, _ in first }
        ours.formUnion(items.items.map(\.id))
        images.formUnion(items.images.map(\.id))
        for item in items.messages {
            locales[item.id] = item.locale
            imagesOf[item.id] = item.texts?.imageIDs
        }
    }

    /// Records an event that was appended to the journal.
    mutating func notes(_ event: JournalEvent, _ facts: inout ProcessFacts, _ store: LifeStore) {
        var journal = journals[facts.journal] ?? JournalFacts()
        defer { journals[facts.journal] = journal }
        let environment = facts.environment
        switch (event.kind, event.item, event.endpoint) {
        case (.attemptBegan, _, let endpoint?): facts.rows[endpoint, default: 0] += 1
        case (.attemptEnded, let item, let endpoint?):
            let call = Call(environment: environment, endpoint: endpoint)
            if event.pausedUntil != nil, let pause = facts.pauses[call] { journal.pauses[call] = pause }
            if event.state == .uploaded, let item { journal.uploaded[environment, default: []].insert(item) }
        case (.deleted, let item?, _): journal.uploaded[environment]?.remove(item)
        case (.forgotten, let item?, _):
            // L13: the item no longer counts as uploaded.
            let absence = journal.absent[environment]?.removeValue(forKey: item)
            journal.lacked[environment]?.remove(item)
            guard journal.uploaded[environment]?.remove(item) != nil, store.holds(item) else { return }
            if !(absence.map { $0.lists >= 2 && $0.last - $0.first >= Self.lag } ?? false) {
                fail("L13", "\(facts.command) takes \(item) for vanished, which the service has")
            }
        case (.lacked, let item?, _): journal.lacked[environment, default: []].insert(item)
        case (.shown, let item?, _):
            journal.lacked[environment]?.remove(item)
            journal.absent[environment]?[item] = nil
        case (.defaultHeld, _, _), (.defaultReleased, _, _):
            guard let slot = event.slot else { return }
            journal.desired.hold(Place(environment: environment, slot: slot), event.kind == .defaultHeld)
        case (.defaultWanted, let item, _):
            guard let slot = event.slot else { return }
            let place = Place(environment: environment, slot: slot)
            journal.wanted[place] = item
            if let item {
                journal.touched[place, default: []].insert(item)
                if journal.order[place]?.contains(item) != true { journal.order[place, default: []].append(item) }
            }
            if !facts.isByHand { journal.byHand[place] = nil }
        default: break
        }
    }

    /// Records a default that a user has named for a slot.
    mutating func names(_ slot: DefaultSlot, _ id: ServiceID?, _ facts: ProcessFacts) {
        let place = Place(environment: facts.environment, slot: slot)
        if let id { journals[facts.journal, default: JournalFacts()].touched[place, default: []].insert(id) }
    }

    /// Records the default that a user desires for a slot.
    mutating func wantsByHand(_ slot: DefaultSlot, _ id: ServiceID?, _ facts: ProcessFacts) {
        let place = Place(environment: facts.environment, slot: slot)
        journals[facts.journal, default: JournalFacts()].byHand[place] = .some(id)
        journals[facts.journal]?.desired.changeByHand(place)
        if let id { journals[facts.journal]?.touched[place, default: []].insert(id) }
    }

    /// Records that slots get their defaults from the deliveries again.
    mutating func delivers(_ slots: [DefaultSlot], _ facts: ProcessFacts) {
        for slot in slots {
            journals[facts.journal]?.byHand[Place(environment: facts.environment, slot: slot)] = nil
        }
    }

    // MARK: Lists

    /// Records a list that the process has received.
    mutating func hears(
        list: [ServiceID: ReviewState],
        of kind: Item.Kind,
        _ facts: inout ProcessFacts,
        at now: Timestamp
    ) {
        facts.reviews = facts.reviews.filter { images.contains($0.key) != (kind == .image) }.merging(list) { $1 }
        var journal = journals[facts.journal] ?? JournalFacts()
        for id in journal.uploaded[facts.environment] ?? [] where images.contains(id) == (kind == .image) {
            let absence = journal.absent[facts.environment]?[id]
            if list[id] == nil {
                journal.absent[facts.environment, default: [:]][id] =
                    absence?.again(at: now) ?? Absence(first: now, last: now, lists: 1)
            } else if !(journal.lacked[facts.environment]?.contains(id) ?? false) {
                journal.absent[facts.environment]?[id] = nil
            }
        }
        journals[facts.journal] = journal
    }

    // MARK: Requests

    /// L8, L9, L10: checks a request that leaves.
    mutating func sends(_ endpoint: Endpoint, _ facts: inout ProcessFacts, at now: Timestamp) {
        let call = Call(environment: facts.environment, endpoint: endpoint)
        if let pause = facts.pauses[call], now < pause {
            fail("L8", "\(facts.command) sends \(endpoint) \(pause - now) into a pause")
        }
        if let stopped = facts.stopped, stopped < now {
            fail("L10", "\(facts.command) sends \(endpoint) \(now - stopped) after it was asked to stop")
        }
        facts.rows[endpoint, default: 0] -= 1
        if facts.rows[endpoint] ?? 0 < 0 { fail("L9", "\(facts.command) sends \(endpoint) without a row") }
    }

    /// L7: checks a request that arrives.
    mutating func arrives(_ endpoint: Endpoint, _ facts: ProcessFacts, at now: Timestamp) {
        arrivals += 1
        let call = Call(environment: facts.environment, endpoint: endpoint)
        var moments = (machines[facts.machine]?.arrivals[call] ?? []).filter { now - $0 < .seconds(3_600) }
        moments.append(now)
        machines[facts.machine, default: MachineFacts()].arrivals[call] = moments
        let allowance = scenario.budgets[endpoint] ?? Self.appleAllowance(endpoint, facts.environment)
        if moments.count > allowance { fail("L7", "\(moments.count) × \(endpoint) within an hour, of \(allowance)") }
    }

    static func appleAllowance(_ endpoint: Endpoint, _ environment: Environment) -> Int {
        (endpoint == .configureDefault ? 36_000 : 3_600) / (environment == .production ? 1 : 10)
    }

    /// Records a pause that the process has received.
    mutating func learns(_ endpoint: Endpoint, pause: Timestamp, _ facts: inout ProcessFacts, at now: Timestamp) {
        let call = Call(environment: facts.environment, endpoint: endpoint)
        // No pause of an hourly quota is longer than 65 minutes, so a later end is an error and is capped.
        let believed = min(pause, now + .seconds(65 * 60))
        facts.pauses[call] = max(facts.pauses[call] ?? believed, believed)
    }

    /// L6, L12: checks an upload that leaves.
    mutating func uploads(_ id: ServiceID, _ facts: ProcessFacts, _ store: LifeStore, sandbox: LifeStore) {
        if journals[facts.journal]?.uploaded[facts.environment]?.contains(id) ?? false, store.holds(id) {
            fail("L6", "\(facts.command) uploads \(id) again, which the journal has noted as uploaded")
        }
        adopts(facts)
        // A message approved in the sandbox may have been deleted since.
        if facts.command == "promote", !sandbox.hasPassed(id) { fail("L12", "\(id) is promoted, and has not passed") }
    }

    /// L2, L3, L4, L6: checks a default that is about to be set.
    mutating func sets(_ slot: DefaultSlot, _ id: ServiceID, _ facts: ProcessFacts, _ store: LifeStore, isLate: Bool) {
        let place = Place(environment: facts.environment, slot: slot)
        let present = store.defaults[slot]
        let journal = journals[facts.journal] ?? JournalFacts()
        let isManual = facts.isByHand || journal.byHand[place] == .some(.some(id)) && !facts.delivered.contains(id)
        defer {
            journals[facts.journal, default: JournalFacts()].touched[place, default: []].insert(id)
            if store.isShowable(id) { journals[facts.journal]?.shown[place, default: []].insert(id) }
            if store.isShowable(id), present != id {
                writers[place] = facts.journal
                if facts.isByHand { setByHand.insert(place) } else { setByHand.remove(place) }
            }
        }
        if !isLate { touches(slot, id, facts, store) }
        if !isLate, !isManual { checkWithdrawn(place, id, facts) }
        if store.holds(id), !store.isShowable(id), !facts.isByHand {
            fail("L4", "\(facts.command) sets \(id) in \(slot), which is not approved")
        }
        // An empty slot may get its desired default back before the others.
        if scenario.flip == .allOrNothing, !isManual, store.isShowable(id), !isLate, present != nil {
            checkFlip(place, id, facts, store)
        }
        if case .some(.some(id)) = facts.shown[slot], !isLate {
            fail("L6", "\(facts.command) sets \(slot) to what it was told stands there")
        }
        guard let present, present != id, !isManual, !facts.takesOver, !isLate else { return }
        let isPermitted =
            journal.permittedBacks[place]?.contains(id) ?? false || journal.isNewer(id, than: present, in: place)
        if let old = versions[present], let new = versions[id], new < old, !setByHand.contains(place), !isPermitted {
            fail("L2", "\(facts.command) of machine \(facts.machine) sets \(slot) from version \(old) to \(new)")
        }
        if writers[place] != facts.journal, !(journal.touched[place]?.contains(present) ?? false) {
            fail("L3", "\(facts.command) of machine \(facts.machine) replaces in \(slot) what somebody else has set")
        }
    }

    /// L4: checks that all locales take over together.
    private mutating func checkFlip(_ place: Place, _ id: ServiceID, _ facts: ProcessFacts, _ store: LifeStore) {
        let wanted = journals[facts.journal]?.wanted ?? [:]
        for (other, item) in wanted
        where other.environment == place.environment && other.slot.product == place.slot.product
            && !store.isShowable(item) && store.holds(item)
            && journals[facts.journal]?.byHand[other] == nil
            && journals[facts.journal]?.desired.held.contains(other) != true
        {
            fail("L4", "\(facts.command) sets \(place.slot) before \(other.slot) is approved")
        }
    }

    /// L1: checks a slot that is about to be emptied.
    mutating func empties(_ slot: DefaultSlot, _ facts: ProcessFacts, _ store: LifeStore, isLate: Bool) {
        if !isLate { touches(slot, nil, facts, store) }
        if let id = store.defaults[slot], !facts.mayEmpty { checkRemoval(slot, id, facts, isLate: isLate) }
        writers[Place(environment: facts.environment, slot: slot)] = facts.journal
    }

    /// L5, L16: checks an item that is about to be deleted.
    mutating func deletes(_ id: ServiceID, _ facts: ProcessFacts, _ store: LifeStore) {
        guard store.holds(id) else { return }
        deleters[facts.environment, default: [:]][id] = facts.journal
        if let slot = facts.unread.min(), !images.contains(id) {
            fail("L16", "\(facts.command) deletes \(id), and could not read \(slot)")
        }
        let touched = journals[facts.journal]?.touched ?? [:]
        for (slot, shown) in store.defaults.sorted(by: { $0.key < $1.key }) where shown == id {
            let place = Place(environment: facts.environment, slot: slot)
            let places = touched.keys.filter { $0.environment == place.environment }
            let isNamed = facts.named?.contains { $0.product == slot.product } ?? true
            let isProductKnown = isNamed || places.contains { $0.slot.product == slot.product }
            let isFamiliar = isProductKnown && places.contains { $0.slot.locale == slot.locale }
            // The product does not read slots whose locale or product neither the project nor the journal contains.
            guard
                isProductKnown && slot.locale == locales[id] || touched[place] != nil
                    || facts.deletesByHand && isFamiliar
            else {
                continue
            }
            fail("L5", "\(facts.command) deletes \(id), which \(slot) shows")
        }
        guard !facts.deletesByHand else { return }
        if !ours.contains(id) { fail("L5", "\(facts.command) deletes \(id), which is not ours") }
        let wanted = journals[facts.journal]?.wanted ?? [:]
        let isWanted = wanted.contains { place, item in
            place.environment == facts.environment && item == id && !facts.withdraws(place.slot)
        }
        if isWanted {
            fail("L5", "\(facts.command) deletes \(id), which is wanted")
        }
        if facts.delivered.contains(id) { fail("L5", "\(facts.command) deletes \(id), which is delivered") }
    }

    // MARK: Other tools

    mutating func otherToolSets(_ slot: DefaultSlot, in environment: Environment) {
        writers[Place(environment: environment, slot: slot)] = 0
    }

    mutating func otherToolDeletes(_ id: ServiceID, in environment: Environment) {
        deleters[environment, default: [:]][id] = 0
    }

    // MARK: The end of a life

    /// Whether a process of this journal has deleted an item.
    func hasDeleted(_ id: ServiceID, _ facts: ProcessFacts) -> Bool {
        deleters[facts.environment]?[id] == facts.journal
    }

    /// L11: checks a reported conflict.
    mutating func reports(conflict slot: DefaultSlot, _ present: ServiceID, _ facts: ProcessFacts) {
        let place = Place(environment: facts.environment, slot: slot)
        // A user may set a message that the journal does not contain; nothing proves that it is ours.
        let isKnown = journals[facts.journal]?.uploaded[facts.environment]?.contains(present) ?? false
        if writers[place] == facts.journal, isKnown || !setByHand.contains(place) {
            fail("L11", "\(facts.command) calls \(slot) a conflict, and has set it itself")
        }
    }
}
