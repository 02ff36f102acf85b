import Glossport
import GlossportProject
import GlossportReading

/// The output of `status`; the JSON is stable.
struct StatusReport: CommandReport {
    var schema = "glossport.status/1"
    var app: String
    var environment: ServiceEnvironment
    var items: [String: Int]
    /// The number of uploaded items in each review state.
    var reviews: [String: Int]
    var reviewClock: ReviewClock
    /// The number of products and locales in each state of their default; see `coverage`.
    var defaults: [String: Int]
    /// The remaining work, as sentences.
    var open: [String]
    /// The process that is working for this app, or that ended without finishing its run.
    var working: Holder?
    var lastRun: RunRecord?
    var records: [Joined<ItemRecord, ListStatus>]

    /// The state of an item in the service's lists.
    struct ListStatus: Encodable {
        var review: ReviewState?
        var isVanished: Bool
    }

    init(_ contents: JournalContents, coverage: Coverage, holder: Holder?, last: RunRecord?) {
        let open = OpenWork(contents, coverage)
        (app, environment) = (contents.destination.app, contents.destination.environment)
        items = Dictionary(grouping: contents.records, by: \.state.rawValue).mapValues(\.count)
        reviews = open.reviews
        reviewClock = contents.clock
        defaults = Dictionary(grouping: coverage.slots, by: \.state.rawValue).mapValues(\.count)
        self.open = open.sentences.map(Hints.complete)
        records = contents.records.map { record in
            let id = record.item.id
            return Joined(
                record,
                ListStatus(review: contents.reviews[id], isVanished: contents.vanished.contains(id))
            )
        }
        (working, lastRun) = (holder, last)
    }

    // MARK: For people

    /// Counts, items (without `verbose`, only those that need attention) and remaining work.
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
            ("", reviewClock.sentence(at: SystemTime.sinceNow.now) ?? ""),
            ("defaults", list(Coverage.State.allCases.map { ($0.rawValue, defaults[$0.rawValue] ?? 0) })),
            ("last import", lastRun.map(sentence) ?? ""),
            ("working now", isWorking ? working?.sentence ?? "" : ""),
        ])
        return ["\(app) (\(environment.rawValue))"] + facts.lines(indentedBy: 2, on: terminal)
            + itemLines(verbose: verbose, on: terminal) + closing
    }

    /// The remaining work; if there is none, a sentence about that, unless a process is working.
    private var closing: [String] {
        open.isEmpty && working?.isAlive != true
            ? ["No imported item is pending; `glossport plan` compares the journal with the deliveries."] : open
    }

    private func sentence(_ run: RunRecord) -> String {
        let started = "started \(TimeText.full(run.started))"
        if let ended = run.ended {
            return
                "\(started), ended \(TimeText.full(ended)) with exit code \(run.exitCode.map(String.init) ?? "unknown")"
        }
        switch working?.isAlive {
        case true?: return "\(started), running"
        case nil where working != nil: return "\(started), its end is not recorded: running elsewhere, or killed"
        default: return "\(started), its end is not recorded (Ctrl-C, killed, or a full disk): run it again"
        }
    }

    private func itemLines(verbose: Bool, on terminal: Terminal) -> [String] {
        let isOfNote = { (row: Joined<ItemRecord, ListStatus>) in
            [.refused, .conflict, .unknown].contains(row.first.state) || row.second.isVanished
                || row.second.review == .rejected
        }
        let shown = verbose ? records : records.filter(isOfNote)
        guard !shown.isEmpty else { return [] }
        let ids = ShortIDs(records.map(\.first.item.id), isWhole: verbose)
        let rows = shown.prefix(verbose ? .max : Self.shown).map { row in
            let record = row.first
            let (state, why) =
                switch (row.second.isVanished, row.second.review) {
                case (true, _): ("VANISHED", "missing from the service's lists")
                case (_, .rejected?): ("REJECTED", "by Apple's review")
                default: (record.state.rawValue, record.proof?.rawValue ?? "")
                }
            return [
                record.item.image?.path ?? record.item.message, record.item.locale, state, ids.text(record.item.id),
                record.reason ?? why,
            ]
        }
        let each = Table(["MESSAGE", "LOCALE", "STATE", "ID", "WHY"], rows)
        let hidden = verbose ? 0 : shown.count - Self.shown
        return [""] + each.lines(indentedBy: 2, on: terminal) + Plural.more(hidden, "-v shows every item") + [""]
    }

    private static let shown = 20
}

extension Holder {
    fileprivate var sentence: String {
        let process = "\(command), process \(process) on \(host)"
        switch isAlive {
        case true?: return "\(process), running since \(TimeText.full(since))"
        case false?: return "\(process), started \(TimeText.full(since)), no longer running"
        case nil: return "\(process), started \(TimeText.full(since)), running there or killed"
        }
    }
}
