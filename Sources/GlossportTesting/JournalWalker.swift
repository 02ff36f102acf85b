import GlossportChecking
import GlossportImporting
import GlossportReading

/// Makes the calls of ``JournalWalk`` at one journal.
struct JournalWalker {
    var journal: any DefaultsJournal
    private(set) var runs: [(id: RunID, destination: Destination)] = []
    private(set) var attempts: [(id: AttemptID, run: Int, item: Int?)] = []

    init(_ journal: any DefaultsJournal) { self.journal = journal }

    /// What a call gives.
    enum Reply: Equatable, CustomStringConvertible {
        case done
        case refused
        case records([ItemRecord])

        var description: String {
            switch self {
            case .done: "done"
            case .refused: "refused"
            case .records(let records): "\(records.map(JournalWalker.name))"
            }
        }
    }

    private static func name(_ record: ItemRecord) -> String {
        let (item, history) = (record.item, record.history)
        return "\(item.source.map { "\($0.path):\($0.line)" } ?? "") \(record.state) \(record.proof?.rawValue ?? "") "
            + "\(record.reason ?? "") \(record.refusalCode ?? 0) \(history.attempts)/\(history.ambiguous)/\(history.refused)"
    }

    /// Everything that a journal remembers of a destination.
    enum Memory: Equatable, CustomStringConvertible {
        case records([ItemRecord])
        case budget(Endpoint, BudgetState)
        case lastRun(RunRecord?)
        case reviews([ServiceID: ReviewState])
        case absences([ServiceID: Absence])
        case defaults([DefaultRecord])
        case uploaded(Set<ServiceID>)

        var description: String {
            switch self {
            case .records(let records): "\(records.map(JournalWalker.name))"
            case .budget(let endpoint, let budget): "\(endpoint): \(budget)"
            case .lastRun(let run): "\(run as Any)"
            case .reviews(let reviews): "\(reviews)"
            case .absences(let absences): "\(absences)"
            case .defaults(let defaults): "\(defaults)"
            case .uploaded(let ids): "\(ids)"
            }
        }
    }

    static func item(_ number: Int) -> Item {
        number < JournalCall.items - 2
            ? JournalSamples.item(
                number,
                message: "offer-\(number % 3)",
                locale: number.isMultiple(of: 2) ? "de-DE" : "ja"
            )
            : JournalSamples.image(number)
    }

    private static func ids(_ numbers: [Int]) -> [ServiceID] { numbers.map { item($0).id } }

    private static func slot(_ product: Int) -> DefaultSlot {
        DefaultSlot(product: "product-\(product)", locale: "de-DE")
    }

    /// What becomes of an item where a run works.
    func state(of number: Int?, in run: Int) async throws -> ItemState? {
        guard let number else { return nil }
        let id = Self.item(number).id
        return try await journal.records(of: [id], at: runs[run].destination)[id]?.state
    }

    mutating func make(_ call: JournalCall, at moment: Timestamp) async -> Reply {
        do {
            return try await reply(to: call, at: moment)
        } catch {
            return .refused
        }
    }

    private mutating func reply(to call: JournalCall, at moment: Timestamp) async throws -> Reply {
        switch call {
        case .begin(let destination, let command):
            var start = JournalSamples.run(at: destination, started: moment)
            start.command = command
            runs.append((try await journal.beginRun(start), destination))
        case .end(let run, let exit): try await journal.endRun(runs[run].id, at: moment, exitCode: exit)
        case .enqueue(let run, let items):
            return .records(try await journal.enqueue(items.map(Self.item), in: runs[run].id))
        case .claim(let run, let limit): return .records(try await journal.claim(limit, in: runs[run].id))
        case .attempt(let run, let endpoint, let item):
            let start = AttemptStart(endpoint, item: item.map { Self.item($0).id }, started: moment)
            attempts.append((try await journal.beginAttempt(start, in: runs[run].id), run, item))
        case .answer(let run, let attempt, let answer, let state, let proof, let pause):
            let item = attempts[attempt].item.map { Self.item($0).id }
            var end = AttemptEnd(attempts[attempt].id, finished: moment, answer: answer, change: nil)
            if let item, let state {
                end.change = ItemChange(item, to: state, proof: proof, reason: answer.appleCode.map { "\($0)" })
            }
            end.pause = pause.map {
                Pause(until: moment + .seconds($0), steadyUntil: $0.isMultiple(of: 2) ? moment + .seconds(2 * $0) : nil)
            }
            try await journal.finishAttempt(end, in: runs[run].id)
        case .settle(let run, let items, let state, let proof):
            let changes = Self.ids(items).map { ItemChange($0, to: state, proof: state == .uploaded ? proof : nil) }
            try await journal.settle(changes, at: moment, in: runs[run].id)
        case .list(let run, let shown, let lacked):
            try await journal.noteList(
                shown: Set(Self.ids(shown)),
                lacked: Set(Self.ids(lacked)),
                at: moment,
                in: runs[run].id
            )
        case .reviews(let run, let items, let state):
            let reviews = Dictionary(Self.ids(items).map { ($0, state) }) { first, _ in first }
            try await journal.noteReviews(reviews, at: moment, in: runs[run].id)
        case .desire(let run, let product, let item, let isKnown):
            let wanted = Self.item(item)
            let desired = DesiredDefault(Self.slot(product), message: wanted.message, item: wanted.id)
            let products = isKnown ? [wanted.message: Set([Self.slot(product).product])] : [:]
            try await journal.desire([desired], products: products, in: runs[run].id)
        case .setDefault(let run, let product, let item):
            try await journal.noteDefault(
                Self.slot(product),
                item.map { Self.item($0).id },
                at: moment,
                in: runs[run].id
            )
        case .attemptDefault(let run, let product, let item):
            try await journal.noteDefaultAttempt(Self.slot(product), Self.item(item).id, in: runs[run].id)
        case .seeDefault(let run, let product, let item):
            let seen = DefaultRecord.Seen(item.map { Self.item($0).id }, at: moment, isOurs: item != nil)
            try await journal.noteSeenDefault(Self.slot(product), seen, in: runs[run].id)
        case .delete(let run, let items, let isTakenBack):
            try await journal.noteDeletion(of: Self.ids(items), at: isTakenBack ? nil : moment, in: runs[run].id)
        case .forget(let run, let items):
            try await journal.forgetOutcomes(of: Self.ids(items), at: moment, in: runs[run].id)
        }
        return .done
    }

    /// Everything that is remembered, of both destinations.
    func memory() async throws -> [Memory] {
        var memory: [Memory] = []
        for environment in [ServiceEnvironment.sandbox, .production] {
            let place = Destination(app: JournalSamples.sandbox.app, environment: environment)
            memory.append(.records(try await journal.allRecords(at: place)))
            for endpoint in [Endpoint.uploadMessage, .listMessages] {
                memory.append(
                    .budget(endpoint, try await journal.budget(endpoint, at: place, since: JournalSamples.moment(20)))
                )
            }
            for command in [RunCommand.import, .plan] {
                memory.append(.lastRun(try await journal.lastRun(of: command, at: place)))
            }
            memory.append(.reviews(try await journal.reviews(at: place)))
            memory.append(.absences(try await journal.absences(at: place)))
            memory.append(.defaults(try await journal.defaults(at: place)))
            for kind in [Item.Kind.message, .image] {
                memory.append(.uploaded(try await journal.uploaded(kind, at: place)))
            }
        }
        return memory
    }
}
