import ArgumentParser
import GlossportChecking
import GlossportImporting
import GlossportReading
private import RetentionMessagingClient

/// `messages` and `images`: the service's list, and deletion by id.
struct ServiceItems {
    private let kind: Item.Kind
    private let session: Session

    init(
        _ kind: Item.Kind,
        _ project: ProjectOptions,
        _ service: ServiceOptions,
        _ limits: LimitOptions,
        _ lock: LockOptions? = nil
    ) throws {
        self.kind = kind
        session = try Session(try Workspace(project, needsApp: true), service, limits, lock)
    }

    private struct Row: Encodable {
        var id, review: String
        var message, locale, image, state: String?
        var isDefault: Bool?
        let shown: ServiceID

        private enum CodingKeys: CodingKey { case id, review, message, locale, image, state, isDefault }

        init(_ held: HeldItem, _ kind: Item.Kind) {
            id = held.id.description
            shown = held.id
            review = held.review.rawValue
            let item = held.record?.item
            if item?.texts != nil { (message, locale) = (item?.message, item?.locale) }
            image = item?.image?.path
            state = held.record?.state.rawValue
            isDefault = kind == .message ? held.isDefault : nil
        }
    }

    /// - Parameters:
    ///   - output: How to print it.
    ///   - options: What to list, of which nothing is unknown to the journal; `nil` for everything.
    /// - Throws: `GlossportError` of service and journal, and for a selection of what there is not.
    func list(_ output: OutputOptions, _ options: SelectionOptions? = nil) async throws {
        let status = try await BookedRun.perform(.items(kind), session, holding: false) { booked in
            let records = try await booked.journal.allRecords(at: session.destination)
            let selection = try options?.selection(among: records, of: session.workspace.project) ?? Selection()
            let held = try await HeldItem.all(kind, booked.service)
            let selected = held.filter { held in
                selection.isEverything || held.record.map { selection.contains($0.item) } ?? false
            }
            show(selected.map { Row($0, kind) }, of: held.count, output)
            return .done
        }
        if status != .done { throw status }
    }

    private func show(_ rows: [Row], of count: Int, _ output: OutputOptions) {
        let report = ListReport(rows) { verbose in
            var table = Table(
                kind == .message ? ["ID", "REVIEW", "MESSAGE", "LOCALE", "DEFAULT"] : ["ID", "REVIEW", "IMAGE"]
            )
            let ids = ShortIDs(rows.map(\.shown), isWhole: verbose)
            for row in rows {
                let what = row.message ?? row.image ?? "unknown to this journal"
                let place = [row.locale ?? "", row.isDefault == true ? "yes" : ""]
                table.add([ids.text(row.shown), row.review, what] + (kind == .message ? place : []))
            }
            let others = rows.count < count ? "; \(Plural.grouped(rows.count)) of them selected" : ""
            return (rows.isEmpty ? [] : table.lines()) + [
                "The service holds \(Plural.of(count, kind.rawValue))\(others)."
            ]
        }
        output.show(report)
    }

    func delete(_ options: DeletionOptions, evenIfShown: Bool = false) async throws {
        let remedy: Advice = "Give ids such as `glossport \(kind.rawValue)s list` shows."
        let ids = try await session.workspace.ids(options.ids, of: kind, remedy: remedy)
        // What was typed in part is said in full before anybody agrees.
        for (typed, id) in zip(options.ids, ids) where !ServiceID.isWhole(typed) { Output.talk("\(typed) is \(id).") }
        try options.confirm(Plural.of(ids.count, kind.rawValue), of: session.destination)
        let status = try await BookedRun.perform(.items(kind), session) { booked in
            let summary = try await PruneRun(booked.service).delete(ids, kind, evenIfShown: evenIfShown)
            for id in summary.deleted { Output.line("\(id) deleted") }
            for id in summary.unknown { Output.talk("\(id): its fate is unknown; run the same command again.") }
            for kept in summary.kept { Output.talk("\(kept.id) stays: \(kept.reason).") }
            Output.flush()
            if let stop = summary.stop, summary.notYet > 0 { throw Stopped(stop) }
            if let quota = summary.outOfQuota { throw quota }
            return ExitStatus(summary.outcome)
        }
        if status != .done { throw status }
    }
}

/// What `messages delete` and `images delete` take.
struct DeletionOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The ids, or their beginnings.", valueName: "id"))
    var ids: [String]

    @Flag(name: .shortAndLong, help: "Delete without asking.")
    var yes = false

    /// Asks a person; elsewhere `--yes` is needed.
    func confirm(_ what: String, of destination: Destination) throws {
        try Confirmation.askAnyway(
            Confirmation.Question(
                deed: "delete \(what)",
                text: "Delete \(what) of \(destination)?",
                refusal: "Nothing was deleted."
            ),
            agreed: yes
        )
    }
}
