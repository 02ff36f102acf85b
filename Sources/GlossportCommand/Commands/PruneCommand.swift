import ArgumentParser
import Glossport
import GlossportProject
import GlossportReading

struct PruneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune",
        abstract: "Show messages and images no longer used; delete with --yes.",
        discussion: """
            Proposes to delete messages that are not in the current deliveries and neither are nor will be a default, and images \
            that no message uses. Messages uploaded by other tools stay, and so do messages whose ids were chosen by hand: delete those \
            with `glossport messages delete ID`. Glossport reads the current default of each product and locale from \
            the service, so that defaults set by other tools are found. If the hour's quota ends first, it keeps the answers and exits \
            with 9; the next run continues. The journal keeps the texts of deleted messages; their ids \
            are never reused. Unused messages that have vanished from the service are given up in the journal without a question.

            Messages that the project no longer names are deleted only after `glossport import` has removed their defaults.

            Large deletions need their number in --deletions, even with --yes: more than 10 messages that are more than a tenth of all, or a message that disappears in all its locales.

            EXAMPLES
              glossport prune
              glossport prune --yes
              glossport prune --yes --deletions 44
              glossport prune --message keep-annual
              glossport prune --environment production --output json
            """
    )

    @OptionGroup var access: AccessOptions
    @OptionGroup(title: "Limits") var lock: LockOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Output") var findings: FindingOptions

    @Flag(name: .shortAndLong, help: "Delete without asking.")
    var yes = false

    @Option(help: ArgumentHelp("Delete up to this many messages; required for large deletions.", valueName: "number"))
    var deletions: Int?

    func run() async throws {
        let workspace = try Workspace(access.project, needsApp: true)
        // If a delivery could not be read, everything in it would look unused.
        let check = try await CheckGate.validate(workspace, output, findings)
        let isTable = output.output == .table
        var conversation = TerminalConversation(agreed: yes)
        conversation.mayAsk = isTable && Terminal.isConversation
        let destination = try workspace.destination()
        let progress = RunProgress { [verbose = output.verbose] event in
            switch event {
            case let proposal as PruneProposal where isTable:
                let ids = ShortIDs(proposal.records.map(\.item.id), isWhole: verbose)
                for line in PruneReport(Pruned(proposal), destination).proposal(ids) { Output.line(line) }
                Output.flush()
            case let summary as PruneSummary:
                Output.block(["\(summary.deleted.count) of \(summary.planned) deleted"])
            default: break
            }
        }
        let session = try access.session(in: workspace, lock, asking: conversation, showing: progress)
        var work = PruneService(check.deliveries)
        work.selection = try selection.selection()
        work.deletes = yes || conversation.mayAsk
        work.deletions = deletions
        let pruned = try await session.perform(work).output
        Output.clearBlock()
        output.show(PruneReport(pruned, destination))
        if let trouble = pruned.summary?.trouble { throw ReportedError(cause: trouble) }
        if pruned.status != .done { throw pruned.status }
    }
}

/// The output of `prune`; its JSON is stable.
struct PruneReport: CommandReport {
    var schema = "glossport.prune/1"
    var app: String
    var environment: ServiceEnvironment
    var candidates: [PrunePlan.Candidate]
    /// Candidates that stay because the service reports them as defaults; this journal did not know that.
    var inUse: [InUse]
    /// Defaults that the project no longer wants, and that customers still see or no import has withdrawn yet.
    var withdrawn: [Withdrawals.Slot]
    var deleted: Int?
    var kept: [PruneSummary.Kept] = []
    var unknown: Int?
    var notYet: Int?
    var resumeAt: Timestamp?
    /// The errors that ended the deletion early, the main one first.
    var errors: [ErrorReport]?
    /// Unused items that have vanished from the service.
    var vanished: [Item]
    /// Unused messages that are kept because their ids were chosen by hand.
    var fixed: [Item]
    /// The number of defaults that were not read again, and the time of the oldest earlier reading.
    var remembered: PrunePlan.Memory?
    /// The number to confirm with `--deletions`, if required.
    var deletions: Int?
    @Unencoded private var others: String?
    @Unencoded private var stop: StopRequest.Cause?
    @Unencoded private var outOfQuota: OutOfQuota?

    struct InUse: Encodable {
        var item: Item
        var slot: DefaultSlot
    }

    /// A sentence about messages that stay because other tools uploaded them; `nil` if `ids` is empty.
    private static func others(_ ids: Set<ServiceID>, _ names: [ServiceID: MessageName]) -> String? {
        guard !ids.isEmpty else { return nil }
        let titles = ids.compactMap { names[$0]?.title }.sorted()
        let unnamed = ids.count - titles.count
        let rest = unnamed > 0 ? "\(Plural.grouped(unnamed)) without a name; `glossport adopt` names them" : ""
        let all = [Plural.few(titles, 5), rest].filter { !$0.isEmpty }.joined(separator: ", and ")
        return "\(Plural.of(ids.count, "message")) of other tools \(ids.count == 1 ? "stays" : "stay"): \(all)."
    }

    init(_ pruned: Pruned, _ destination: Destination) {
        let plan = pruned.proposal.plan
        others = Self.others(plan.others, pruned.proposal.names)
        (app, environment) = (destination.app, destination.environment)
        (candidates, vanished, fixed) = (plan.candidates, plan.vanished, plan.fixed)
        remembered = plan.remembered
        if !plan.isPermitted() { deletions = plan.count(.message) }
        inUse = pruned.proposal.inUse.sorted { $0.value < $1.value }.compactMap { id, slot in
            plan.inUse[id].map { InUse(item: $0, slot: slot) }
        }
        withdrawn = pruned.proposal.withdrawn
        if let summary = pruned.summary { add(summary) }
        errors = pruned.summary?.trouble.map { CommandFailure($0).reports }
    }

    private mutating func add(_ summary: PruneSummary) {
        deleted = summary.deleted.count
        kept = summary.kept
        unknown = summary.unknown.count
        notYet = summary.notYet
        (outOfQuota, resumeAt) = (summary.outOfQuota, summary.outOfQuota?.resumeAt)
        stop = summary.stop
    }

    /// The table of items to delete, followed by remarks about items that stay.
    func proposal(_ ids: ShortIDs) -> [String] {
        var lines = ["\(app) (\(environment.rawValue))"]
        if !candidates.isEmpty {
            let rows = candidates.map { row in
                [row.item.image?.path ?? row.item.message, row.item.locale, ids.text(row.item.id), row.reason]
            }
            lines += Table(["MESSAGE OR IMAGE", "LOCALE", "ID", "WHY"], rows).lines(indentedBy: 2)
        }
        if !vanished.isEmpty {
            lines.append(
                "  \(Plural.of(vanished.count, "item")) \(candidates.isEmpty ? "" : "more ")no longer used vanished from the service; another tool has deleted them."
            )
        }
        if let others { lines.append("  \(others)") }
        if !fixed.isEmpty {
            let titles = fixed.map { "\($0.title) (\(ids.text($0.id)))" }
            lines.append(
                "  No longer used, but chosen by hand: \(Plural.few(titles, 5)). `glossport messages delete ID` deletes them."
            )
        }
        for row in inUse {
            lines.append(
                "  \(row.item.title) (\(ids.text(row.item.id))) stays: it is the default of \(row.slot), which this journal did not set."
            )
        }
        if let remembered {
            let defaults = Plural.of(remembered.slots, "default was", "defaults were")
            lines.append(
                "  \(defaults) not read again, for want of quota: earlier runs read \(remembered.slots == 1 ? "it" : "them"), the first on \(TimeText.full(remembered.since))."
            )
        }
        let groups = Dictionary(grouping: withdrawn, by: \.message).sorted { $0.key < $1.key }
        return lines + groups.map { "  \($0) is withdrawn\(Self.remedy(of: $1))" }
    }

    /// The end of a sentence: the products that still show a withdrawn message, and the commands that remove it.
    private static func remedy(of slots: [Withdrawals.Slot]) -> String {
        let shown = slots.filter { $0.present != nil }
        let products = Plural.few(Set(shown.map(\.slot.product)).sorted(), 3)
        let locales = Plural.of(Set(shown.map(\.slot.locale)).count, "locale")
        let place = shown.isEmpty ? "" : ", and still shown for \(products) in \(locales)"
        return slots.allSatisfy(\.isHeld)
            ? "\(place), and held: run `glossport defaults release`, then `glossport import`."
            : "\(place): run `glossport import` with all deliveries, then `glossport prune` again."
    }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        guard !candidates.isEmpty else {
            return [
                !vanished.isEmpty
                    ? "Nothing to delete; vanished items are given up in the journal."
                    : fixed.isEmpty
                        ? "Nothing to delete: everything at the service is in use\(withdrawn.isEmpty ? "" : " or withdrawn")."
                        : "Nothing to delete but messages whose ids were chosen by hand."
            ]
        }
        guard let deleted else {
            let number = deletions.map { " --deletions \($0)" } ?? ""
            return ["\(Plural.of(candidates.count, "item")) can be deleted: `glossport prune --yes\(number)` does it."]
        }
        let titles = Dictionary(candidates.map { ($0.item.id, $0.item.title) }) { first, _ in first }
        var lines = kept.map { "  \(titles[$0.id] ?? $0.id.description) stays: \($0.reason)." }
        lines.append("\(Plural.of(deleted, "item")) deleted; the journal keeps their texts.")
        if let unknown, unknown > 0 {
            lines.append("The fate of \(Plural.of(unknown, "deletion")) is unknown: run `glossport prune` again.")
        }
        if let stop, let notYet, notYet > 0 {
            lines.append("\(stop.sentence): \(Plural.of(notYet, "item")) left; run the same command again to continue.")
        } else if let outOfQuota, let notYet, notYet > 0 {
            lines.append(outOfQuota.next("run the same command again"))
        } else if errors != nil, let notYet, notYet > 0 {
            lines.append("\(Plural.of(notYet, "item")) left.")
        }
        return lines
    }
}
