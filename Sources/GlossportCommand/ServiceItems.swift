import ArgumentParser
import GlossportChecking
import GlossportImporting
import GlossportReading
private import RetentionMessagingClient

/// `messages` and `images`: the service's list, and deletion by id.
struct ServiceItems {
    private let kind: Item.Kind
    private let session: Session

    init(_ kind: Item.Kind, _ project: ProjectOptions, _ service: ServiceOptions, _ limits: Limits) throws {
        self.kind = kind
        session = try Session(try Workspace(project, needsApp: true), service, limits)
    }

    private struct Row: Encodable {
        var id, review: String
        var message, locale, image, state: String?
        var isDefault: Bool?
    }

    func list(_ output: OutputOptions) async throws {
        let status = try await BookedRun.perform("\(kind.rawValue)s", session, holding: false) { booked in
            let listed = try await booked.service.list(kind)
            let records = try await booked.journal.records(of: Array(listed.keys), at: session.destination)
            let shown = Set(try await booked.journal.defaults(at: session.destination).compactMap(\.present))
            let rows = listed.map { id, review in
                let record = records[id]
                return Row(
                    id: id.description,
                    review: review.rawValue,
                    message: record?.item.texts == nil ? nil : record?.item.message,
                    locale: record?.item.texts == nil ? nil : record?.item.locale,
                    image: record?.item.image?.path,
                    state: record?.state.rawValue,
                    isDefault: kind == .message ? shown.contains(id) : nil
                )
            }
            .sorted {
                ($0.message ?? $0.image ?? "~", $0.locale ?? "", $0.id) < (
                    $1.message ?? $1.image ?? "~", $1.locale ?? "", $1.id
                )
            }
            show(rows, output)
            return .done
        }
        if status != .done { throw status }
    }

    private func show(_ rows: [Row], _ output: OutputOptions) {
        switch output.output {
        case .json: Output.line(JSON.document(rows))
        case .jsonl: for row in rows { Output.line(JSON.line(row)) }
        case .table:
            var table = Table(
                kind == .message ? ["ID", "REVIEW", "MESSAGE", "LOCALE", "DEFAULT"] : ["ID", "REVIEW", "IMAGE"]
            )
            for row in rows {
                let what = row.message ?? row.image ?? "unknown to this journal"
                let place = [row.locale ?? "", row.isDefault == true ? "yes" : ""]
                table.add([row.id, row.review, what] + (kind == .message ? place : []))
            }
            if !rows.isEmpty { for line in table.lines() { Output.line(line) } }
            Output.line("The service holds \(Plural.of(rows.count, kind.rawValue)).")
        }
        Output.flush()
    }

    func delete(_ options: DeletionOptions) async throws {
        let ids = try options.ids.map {
            try ServiceID(argument: $0, remedy: "Give ids such as `glossport \(kind.rawValue)s list` shows.")
        }
        try options.confirm(Plural.of(ids.count, kind.rawValue), of: session.destination)
        let status = try await BookedRun.perform("\(kind.rawValue)s", session) { booked in
            let defaults = try await booked.journal.defaults(at: session.destination)
            if let slot = defaults.first(where: { $0.present.map(ids.contains) ?? false }), !options.force {
                throw GlossportError(
                    .invalidOption,
                    "\(slot.present.map(\.description) ?? "") is the default of \(slot.slot): customers would see nothing.",
                    remedy: "Set another default first, or add --force."
                )
            }
            let known = try await booked.journal.records(of: ids, at: session.destination)
            let summary = try await PruneRun(booked.service).delete(ids, kind, known: known)
            for item in summary.deleted { Output.line("\(item.id) deleted") }
            for item in summary.unknown { Output.talk("\(item.id): its fate is unknown; run the same command again.") }
            for kept in summary.kept { Output.talk("\(kept.item.id) stays: \(kept.reason).") }
            Output.flush()
            if let stop = summary.stop, summary.notYet > 0 { throw Stopped(stop) }
            if let quota = summary.outOfQuota { throw quota }
            return summary.kept.isEmpty && summary.unknown.isEmpty ? .done : .partial
        }
        if status != .done { throw status }
    }
}

/// What `messages delete` and `images delete` take.
struct DeletionOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("The ids.", valueName: "uuid"))
    var ids: [String]

    @Flag(name: .shortAndLong, help: ArgumentHelp("Delete without asking.", discussion: "Example: --yes"))
    var yes = false

    @Flag(help: ArgumentHelp("Delete even what customers see.", discussion: "Example: --force"))
    var force = false

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
