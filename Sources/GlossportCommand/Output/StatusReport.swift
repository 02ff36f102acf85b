import GlossportChecking
import GlossportImporting
import GlossportReading

/// The output of `status`; its JSON is stable (`schema`).
struct StatusReport: CommandReport {
    var schema = "glossport.status/1"
    var app, environment: String
    var items: [String: Int]
    /// Uploaded items by their last known review state.
    var reviews: [String: Int]
    /// The number of products and locales in each state of their default; see `coverage`.
    var defaults: [String: Int]
    /// Whether anything is left to do, and what, in words.
    var open: [String]
    /// The process that works at the destination now, or was killed at it.
    var working: Working?
    var lastRun: Run?
    var records: [Record]

    struct Working: Encodable {
        var command, host, since: String
        var process: Int
        var isAlive: Bool?
    }

    struct Run: Encodable {
        var command, started: String
        var ended: String?
        var exitCode: Int?
        var wanted: Int
    }

    struct Record: Encodable {
        var id, kind, message, locale, state: String
        var review, proof, reason, path: String?
        var line: Int?
        /// Whether it has vanished from the service.
        var isVanished: Bool
        var attempts: Int
        var header, body, image: String?
    }

    private let all: [ItemRecord]
    private let reviewStates: [ServiceID: ReviewState]
    private let vanished: Set<ServiceID>
    private let worker: Worker?
    private let last: RunRecord?

    private enum CodingKeys: CodingKey {
        case schema, app, environment, items, reviews, defaults, open, working, lastRun, records
    }

    /// - Parameters:
    ///   - records: The items, by message, locale and age.
    ///   - reviews: Their last known review states.
    ///   - absences: The items that lists lack.
    ///   - coverage: The states of the defaults.
    ///   - worker: The process that works at the destination.
    ///   - last: The last import.
    ///   - destination: Where.
    init(
        _ records: [ItemRecord],
        reviews: [ServiceID: ReviewState],
        absences: Absences,
        coverage: Coverage,
        worker: Worker?,
        last: RunRecord?,
        _ destination: Destination
    ) {
        let open = OpenWork(records, reviews, absences, coverage)
        app = destination.app
        environment = destination.environment.rawValue
        items = Dictionary(grouping: records, by: \.state.rawValue).mapValues(\.count)
        self.reviews = open.reviews
        defaults = Dictionary(grouping: coverage.slots, by: \.state.rawValue).mapValues(\.count)
        self.open = open.sentences
        (all, reviewStates, vanished) = (records, reviews, absences.vanished)
        self.records = records.map { record in
            Record(
                id: record.item.id.description,
                kind: record.item.kind.rawValue,
                message: record.item.message,
                locale: record.item.locale,
                state: record.state.rawValue,
                review: reviews[record.item.id]?.rawValue,
                proof: record.proof?.rawValue,
                reason: record.reason,
                path: record.item.source?.path,
                line: record.item.source?.line,
                isVanished: absences.vanished.contains(record.item.id),
                attempts: record.history.attempts,
                header: record.item.texts?.header,
                body: record.item.texts?.body,
                image: record.item.image?.path
            )
        }
        (self.worker, self.last) = (worker, last)
        working = worker.map { worker in
            Working(
                command: worker.command.rawValue,
                host: worker.host,
                since: TimeText.rfc3339(worker.since),
                process: worker.process,
                isAlive: worker.isAlive
            )
        }
        lastRun = last.map { run in
            Run(
                command: run.command.rawValue,
                started: TimeText.rfc3339(run.started),
                ended: run.ended.map(TimeText.rfc3339),
                exitCode: run.exitCode,
                wanted: run.wanted
            )
        }
    }

    // MARK: For people

    /// Counts, items (without `verbose` only those that failed), and what is left to do.
    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        func list(_ counts: [(String, Int)]) -> String {
            counts.filter { $0.1 > 0 }.map { "\(Plural.grouped($0.1)) \($0.0)" }.joined(separator: ", ")
        }
        var facts = Table([])
        let states = list(ItemState.allCases.map { ($0.rawValue, items[$0.rawValue] ?? 0) })
        facts.add(["items", states.isEmpty ? "none yet" : states])
        let words = [
            ("approved", "approved"), ("pending", "in review"), ("unrecognized", "in an unknown state"),
            ("rejected", "rejected"), ("not-listed", "not listed yet"), ("vanished", "vanished"),
        ]
        let shownReviews = list(words.map { ($0.1, reviews[$0.0] ?? 0) })
        if !shownReviews.isEmpty { facts.add(["Apple's review", shownReviews]) }
        let slots = list(Coverage.State.allCases.map { ($0.rawValue, defaults[$0.rawValue] ?? 0) })
        if !slots.isEmpty { facts.add(["defaults", slots]) }
        if let last { facts.add(["last import", Self.sentence(last, worker)]) }
        if let worker, worker.command != .import || worker.isAlive == true {
            facts.add(["working now", Self.sentence(worker)])
        }
        return ["\(app) (\(environment))"] + facts.lines(indentedBy: 2, on: terminal)
            + itemLines(verbose: verbose, on: terminal) + closing
    }

    /// The remaining work; nothing while another process works at it.
    private var closing: [String] {
        open.isEmpty && worker?.isAlive != true
            ? ["No imported item is pending; `glossport plan` compares the journal with the deliveries."] : open
    }

    private static func sentence(_ run: RunRecord, _ worker: Worker?) -> String {
        let started = "started \(TimeText.full(run.started))"
        if let ended = run.ended {
            return
                "\(started), ended \(TimeText.full(ended)) with exit code \(run.exitCode.map(String.init) ?? "unknown")"
        }
        switch worker?.isAlive {
        case true?: return "\(started), running"
        case nil where worker != nil: return "\(started), not ended: running elsewhere, or killed"
        default: return "\(started), was killed: run it again"
        }
    }

    private static func sentence(_ worker: Worker) -> String {
        let process = "\(worker.command), process \(worker.process) on \(worker.host)"
        switch worker.isAlive {
        case true?: return "\(process), running since \(TimeText.full(worker.since))"
        case false?: return "\(process), started \(TimeText.full(worker.since)), was killed"
        case nil: return "\(process), started \(TimeText.full(worker.since)), running there or killed"
        }
    }

    private func itemLines(verbose: Bool, on terminal: Terminal) -> [String] {
        let isOfNote = { (record: ItemRecord) in
            [.refused, .conflict, .unknown].contains(record.state) || vanished.contains(record.item.id)
                || reviewStates[record.item.id] == .rejected
        }
        let shown = verbose ? all : all.filter(isOfNote)
        guard !shown.isEmpty else { return [] }
        let ids = ShortIDs(all.map(\.item.id), isWhole: verbose)
        var each = Table(["MESSAGE", "LOCALE", "STATE", "ID", "WHY"])
        for record in shown.prefix(verbose ? .max : Self.shown) {
            let isVanished = vanished.contains(record.item.id)
            let isRejected = reviewStates[record.item.id] == .rejected
            let state = isVanished ? "VANISHED" : isRejected ? "REJECTED" : record.state.rawValue
            let why =
                isVanished
                ? "missing from the service's lists" : isRejected ? "by Apple's review" : record.proof?.rawValue
            each.add([
                record.item.image?.path ?? record.item.message, record.item.locale, state, ids.text(record.item.id),
                record.reason ?? why ?? "",
            ])
        }
        let hidden = verbose ? 0 : shown.count - Self.shown
        return [""] + each.lines(indentedBy: 2, on: terminal)
            + (hidden > 0 ? ["  … and \(Plural.grouped(hidden)) more: -v shows every item"] : []) + [""]
    }

    private static let shown = 20
}
