import ArgumentParser
import Glossport
import GlossportProject
import GlossportReading

/// Shared implementation of `messages` and `images`: listing, and deletion by id.
struct ServiceItems {
    let kind: Item.Kind
    let access: AccessOptions

    init(_ kind: Item.Kind, _ access: AccessOptions) { (self.kind, self.access) = (kind, access) }

    /// Lists the items at the service; a selection excludes items whose message and locale the journal does not know.
    func list(_ output: OutputOptions, _ options: SelectionOptions? = nil) async throws {
        var work = ListItems(kind)
        if let options { work.selection = try options.selection() }
        let listed = try await access.session().perform(work).output
        show(listed.items, of: listed.held, output)
    }

    private func show(_ rows: [HeldItem], of count: Int, _ output: OutputOptions) {
        let report = ListReport(rows) { [kind] verbose in
            let headings =
                kind == .message ? ["ID", "REVIEW", "MESSAGE", "LOCALE", "DEFAULT"] : ["ID", "REVIEW", "IMAGE"]
            let ids = ShortIDs(rows.map(\.id), isWhole: verbose)
            let cells = rows.map { row in
                let item = row.record?.item
                let what = item?.image?.path ?? item?.message ?? row.name?.message ?? "unknown to this journal"
                let place = [item?.locale ?? row.name?.locale ?? "", row.isDefault ? "yes" : ""]
                return [ids.text(row.id), row.review.rawValue, what] + (kind == .message ? place : [])
            }
            let others = rows.count < count ? "; \(Plural.grouped(rows.count)) of them selected" : ""
            return (rows.isEmpty ? [] : Table(headings, cells).lines()) + [
                "The service holds \(Plural.of(count, kind.rawValue))\(others)."
            ]
        }
        output.show(report)
    }

    private struct Deletions: Encodable {
        var deleted, unknown: [ServiceID]
        var kept: [PruneSummary.Kept]
        var notYet: Int
        var resumeAt: Timestamp?

        init(_ summary: PruneSummary) {
            (deleted, unknown, notYet) = (summary.deleted, summary.unknown, summary.notYet)
            kept = summary.kept
            resumeAt = summary.outOfQuota?.resumeAt
        }
    }

    func delete(
        _ options: DeletionOptions,
        _ lock: LockOptions,
        _ output: OutputOptions,
        evenIfShown: Bool = false
    ) async throws {
        let remedy: String = "List the ids with `glossport \(kind.rawValue)s list`."
        let ids = try await Workspace(access.project, needsApp: true).ids(options.ids, of: kind, remedy: remedy)
        // Show abbreviated ids in full before the user confirms.
        for (typed, id) in zip(options.ids, ids) where !ServiceID.isWhole(typed) { Output.report("\(typed) is \(id).") }
        let session = try access.session(lock, asking: TerminalConversation(agreed: options.yes))
        let deleted = try await session.perform(DeleteItems(ids, kind, evenIfShown: evenIfShown)).output
        for id in deleted.summary.unknown {
            Output.report("\(id): it is unknown whether it was deleted; run the same command again.")
        }
        for kept in deleted.summary.kept { Output.report("\(kept.id) stays: \(kept.reason).") }
        try output.show(
            "glossport.deletions/1",
            at: session.destination,
            Deletions(deleted.summary),
            ended: deleted.status,
            by: deleted.obstacle,
            lines: deleted.summary.deleted.map { "\($0) deleted" }
        )
    }
}

struct DeletionOptions: ParsableArguments {
    @Argument(help: ArgumentHelp("Ids, or their first digits.", valueName: "id"))
    var ids: [String]

    @Flag(name: .shortAndLong, help: "Delete without asking.")
    var yes = false
}
