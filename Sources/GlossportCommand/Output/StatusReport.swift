import GlossportChecking
import GlossportImporting
import GlossportReading

/// The output of `status`; its JSON is stable (`schema`).
struct StatusReport: CommandReport {
    var schema = "glossport.status/1"
    var app: String
    var environment: ServiceEnvironment
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
    var records: [ItemRow]

    struct Working: Encodable {
        var command: RunCommand
        var host: String
        var since: Timestamp
        var process: Int
        var isAlive: Bool?
    }

    struct Run: Encodable {
        var command: RunCommand
        var started: Timestamp
        var ended: Timestamp?
        var exitCode: Int?
        var wanted: Int
    }

    /// `records` are all items of the destination, by message, locale and age.
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
        (app, environment) = (destination.app, destination.environment)
        items = Dictionary(grouping: records, by: \.state.rawValue).mapValues(\.count)
        self.reviews = open.reviews
        defaults = Dictionary(grouping: coverage.slots, by: \.state.rawValue).mapValues(\.count)
        self.open = open.sentences
        self.records = records.map { record in
            var row = ItemRow(record.item)
            (row.state, row.proof, row.reason) = (record.state, record.proof, record.reason)
            row.review = reviews[record.item.id]
            row.isVanished = absences.vanished.contains(record.item.id)
            row.attempts = record.history.attempts
            return row
        }
        working = worker.map {
            Working(command: $0.command, host: $0.host, since: $0.since, process: $0.process, isAlive: $0.isAlive)
        }
        lastRun = last.map {
            Run(command: $0.command, started: $0.started, ended: $0.ended, exitCode: $0.exitCode, wanted: $0.wanted)
        }
    }

    // MARK: For people

    /// Counts, items (without `verbose` only those that failed), and what is left to do.
    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        func list(_ counts: [(String, Int)]) -> String {
            counts.filter { $0.1 > 0 }.map { "\(Plural.grouped($0.1)) \($0.0)" }.joined(separator: ", ")
        }
        let states = list(ItemState.allCases.map { ($0.rawValue, items[$0.rawValue] ?? 0) })
        let words = [
            ("approved", "approved"), ("pending", "in review"), ("unrecognized", "in an unknown state"),
            ("rejected", "rejected"), ("not-listed", "not listed yet"), ("vanished", "vanished"),
        ]
        let isWorking = working.map { $0.command != .import || $0.isAlive == true } ?? false
        let facts = Table(facts: [
            ("items", states.isEmpty ? "none yet" : states),
            ("Apple's review", list(words.map { ($0.1, reviews[$0.0] ?? 0) })),
            ("defaults", list(Coverage.State.allCases.map { ($0.rawValue, defaults[$0.rawValue] ?? 0) })),
            ("last import", lastRun.map(sentence) ?? ""),
            ("working now", isWorking ? working?.sentence ?? "" : ""),
        ])
        return ["\(app) (\(environment.rawValue))"] + facts.lines(indentedBy: 2, on: terminal)
            + itemLines(verbose: verbose, on: terminal) + closing
    }

    /// The remaining work; nothing while another process works at it.
    private var closing: [String] {
        open.isEmpty && working?.isAlive != true
            ? ["No imported item is pending; `glossport plan` compares the journal with the deliveries."] : open
    }

    private func sentence(_ run: Run) -> String {
        let started = "started \(TimeText.full(run.started))"
        if let ended = run.ended {
            return
                "\(started), ended \(TimeText.full(ended)) with exit code \(run.exitCode.map(String.init) ?? "unknown")"
        }
        switch working?.isAlive {
        case true?: return "\(started), running"
        case nil where working != nil: return "\(started), not ended: running elsewhere, or killed"
        default: return "\(started), was killed: run it again"
        }
    }

    private func itemLines(verbose: Bool, on terminal: Terminal) -> [String] {
        let isOfNote = { (row: ItemRow) in
            [.refused, .conflict, .unknown].contains(row.state) || row.isVanished == true || row.review == .rejected
        }
        let shown = verbose ? records : records.filter(isOfNote)
        guard !shown.isEmpty else { return [] }
        let ids = ShortIDs(records.map(\.id), isWhole: verbose)
        var each = Table(["MESSAGE", "LOCALE", "STATE", "ID", "WHY"])
        for row in shown.prefix(verbose ? .max : Self.shown) {
            let (state, why) =
                switch (row.isVanished, row.review) {
                case (true?, _): ("VANISHED", "missing from the service's lists")
                case (_, .rejected?): ("REJECTED", "by Apple's review")
                default: (row.state?.rawValue ?? "", row.proof?.rawValue ?? "")
                }
            each.add([row.image ?? row.message, row.locale, state, ids.text(row.id), row.reason ?? why])
        }
        let hidden = verbose ? 0 : shown.count - Self.shown
        return [""] + each.lines(indentedBy: 2, on: terminal) + Plural.more(hidden, "-v shows every item") + [""]
    }

    private static let shown = 20
}

extension StatusReport.Working {
    fileprivate var sentence: String {
        let process = "\(command), process \(process) on \(host)"
        switch isAlive {
        case true?: return "\(process), running since \(TimeText.full(since))"
        case false?: return "\(process), started \(TimeText.full(since)), was killed"
        case nil: return "\(process), started \(TimeText.full(since)), running there or killed"
        }
    }
}

/// An item in a document; what is not known of it is left out.
struct ItemRow: Encodable {
    var id: ServiceID
    var kind: Item.Kind
    var message, locale: String
    var header, body, image, path: String?
    var line: Int?
    var state: ItemState?
    var review: ReviewState?
    var proof: Proof?
    var reason: String?
    /// Whether it has vanished from the service.
    var isVanished: Bool?
    var attempts: Int?

    init(_ item: Item) {
        (id, kind, message, locale) = (item.id, item.kind, item.message, item.locale)
        (header, body, image) = (item.texts?.header, item.texts?.body, item.image?.path)
        (path, line) = (item.source?.path, item.source?.line)
    }
}

/// The remaining work, as far as the journal knows.
struct OpenWork {
    /// Uploaded items by their last known review state.
    private(set) var reviews: [String: Int] = [:]
    private(set) var sentences: [String] = []

    init(
        _ records: [ItemRecord],
        _ known: [ServiceID: ReviewState],
        _ absences: Absences,
        _ coverage: Coverage
    ) {
        for record in records where record.state == .uploaded {
            guard !absences.vanished.contains(record.item.id) else {
                reviews["vanished", default: 0] += 1
                continue
            }
            reviews[known[record.item.id]?.rawValue ?? "not-listed", default: 0] += 1
        }
        // Items replaced by a newer text wait for nothing.
        let current = Self.current(records).filter { !absences.vanished.contains($0.item.id) }
        let open = records.count(where: \.state.isOpen)
        add(open, "item is not uploaded", "items are not uploaded", "`glossport import` continues with them")
        let failed = records.count { $0.state == .refused || $0.state == .conflict }
        let why = "`glossport status` shows why"
        add(failed, "item was refused or is in conflict", "items were refused or are in conflict", why)
        let gone = "`glossport import` uploads again what is delivered; `glossport prune` gives up the rest"
        add(
            reviews["vanished"] ?? 0,
            "item has vanished from the service",
            "items have vanished from the service",
            gone
        )
        let again = "`glossport settle` checks again"
        let missing = (
            "uploaded item is missing from the service's newest list",
            "uploaded items are missing from the service's newest list"
        )
        // Of what no list has shown yet, that it was not listed says enough.
        add(absences.missing.count { known[$0] != nil }, missing.0, missing.1, again)
        let pending = current.count { [.pending, .unrecognized].contains(known[$0.item.id]) }
        add(pending, "item is in Apple's review", "items are in Apple's review", again)
        let unlisted = current.count { known[$0.item.id] == nil }
        add(unlisted, "uploaded item was not listed yet", "uploaded items were not listed yet", again)
        let rejected = current.count { known[$0.item.id] == .rejected }
        let change = rejected == 1 ? "change it, and import it again" : "change them, and import them again"
        add(rejected, "item was rejected by Apple", "items were rejected by Apple", change)
        let waiting = coverage.count(.waiting) + coverage.count(.old)
        add(waiting, "default waits", "defaults wait", "`glossport settle` sets what is approved")
        let others = ("default was set from elsewhere", "defaults were set from elsewhere")
        add(coverage.count(.taken), others.0, others.1, "see `glossport coverage`")
        let lost = ("default is in doubt", "defaults are in doubt")
        add(coverage.count(.doubtful), lost.0, lost.1, "its message has vanished from the service")
        let unasked = ("default is not planned yet", "defaults are not planned yet")
        add(coverage.count(.missing), unasked.0, unasked.1, "`glossport import` plans what is missing")
    }

    /// The uploaded items that no newer one of the same message and locale has taken the place of, and the images that they use.
    private static func current(_ records: [ItemRecord]) -> [ItemRecord] {
        let uploaded = records.filter { $0.state == .uploaded }
        let messages = uploaded.filter { $0.item.texts != nil }
        // The last one is the youngest.
        let newest = Dictionary(messages.map { ([$0.item.message, $0.item.locale], $0) }) { _, last in last }
        let images = newest.values.reduce(into: Set<ServiceID>()) { $0.formUnion($1.item.texts?.imageIDs ?? []) }
        return Array(newest.values) + uploaded.filter { images.contains($0.item.id) }
    }

    private mutating func add(_ count: Int, _ one: String, _ many: String, _ remedy: String) {
        guard count > 0 else { return }
        sentences.append(Hints.complete("\(Plural.of(count, one, many)): \(remedy)."))
    }
}
