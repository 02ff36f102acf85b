import ArgumentParser
private import CLibrary
import Glossport
import GlossportProject

struct DefaultsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "defaults",
        abstract: "List, set or delete defaults, or roll back the last change.",
        discussion: """
            EXAMPLES
              glossport defaults list
              glossport defaults set --product com.example.annual --locale de-DE \\
                  5d0f9bb6-7c07-5a3f-9a5e-4b8f0f0d7a11
              glossport defaults delete --product com.example.annual --locale de-DE
              glossport defaults rollback --message keep-annual
            """,
        subcommands: [
            DefaultsListCommand.self, DefaultsSetCommand.self, DefaultsDeleteCommand.self,
            DefaultsRollbackCommand.self, DefaultsHoldCommand.self, DefaultsReleaseCommand.self,
        ]
    )
}

struct DefaultsListCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the defaults of products and locales, and the ones before.",
        discussion: """
            Reads only the journal: the service cannot list defaults.

            EXAMPLES
              glossport defaults list
              glossport defaults list --output json
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup var selection: SelectionOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    private struct Row: Encodable {
        var product, locale: String
        var message: String?
        var current, previous, desired: ServiceID?
        var changed: Timestamp?
        var held: Bool?
        /// `true` if the slot still has a default that the project no longer wants; otherwise absent.
        var withdrawn: Bool?
    }

    func run() async throws {
        let workspace = try Workspace(project, needsApp: true)
        let contents = try await JournalCommand.contents(of: workspace)
        let items = contents.records
        let selection = try selection.selection(among: items, of: workspace.project)
        let records = contents.defaults.filter { selection.contains($0.slot, of: $0.message) }
        let withdrawn = contents.withdrawals(by: workspace.project).defaultSlots
        let rows = records.map { record in
            Row(
                product: record.slot.product,
                locale: record.slot.locale,
                message: record.message,
                current: record.lastSet,
                previous: record.previous,
                desired: record.desired,
                changed: record.changed,
                held: record.isHeld ? true : nil,
                withdrawn: record.present != nil && withdrawn.contains(record.slot) ? true : nil
            )
        }
        let report = ListReport(rows) { verbose in
            let ids = ShortIDs(items.map(\.item.id), isWhole: verbose)
            let cells = rows.map { row in
                let notes = (row.withdrawn == true ? ", withdrawn" : "") + (row.held == true ? ", held" : "")
                let current = (row.current.map(ids.text) ?? "nothing") + notes
                let previous = row.previous.map(ids.text) ?? "nothing"
                return [row.product, row.locale, row.message ?? "", current, previous]
            }
            return rows.isEmpty
                ? ["No default has been set or planned yet."]
                : Table(["PRODUCT", "LOCALE", "MESSAGE", "SET", "BEFORE"], cells).lines()
        }
        output.show(report)
    }
}

struct SlotOptions: ParsableArguments {
    @Option(help: "The product ID.", completion: .products)
    var product: String

    @Option(help: "App Store locale, such as de-DE.", completion: .storeLocales)
    var locale: String

    var slot: DefaultSlot { DefaultSlot(product: product, locale: locale) }
}

extension ChangeDefaults {
    /// Shows old and new defaults, asks in production, and prints the outcome for each slot, even if an error ends the
    /// run.
    ///
    /// - Parameters:
    ///   - options: The options of the command.
    ///   - outlook: A sentence about how the next import or settle affects the changed defaults; not printed if all of
    ///     them are held.
    /// - Throws: Errors of the session; the exit status, unless it is ``ExitStatus/done``.
    func run(_ options: ChangeOptions, outlook: String? = nil) async throws {
        let slots = Mutex(ChangedSlots())
        let isTable = options.output.output == .table
        let progress = RunProgress { event in
            switch event as? DefaultChange.Step {
            case .changing(let proposals, let records)?:
                slots.withLock { $0 = ChangedSlots(proposals, records) }
                for line in Self.table(proposals, records) { Output.report(line) }
            case .changed(let desired, let result)?:
                slots.withLock { $0.record(desired, result) }
                if case .failed(let reason) = result { return Output.report("\(desired.slot): \(reason)") }
                guard isTable else { return }
                Output.line(desired.id.map { "\(desired.slot): set to \($0)" } ?? "\(desired.slot): deleted")
            case nil: break
            }
        }
        let session = try options.session(showing: progress)
        var status = ExitStatus.done
        var lines: [String] = []
        var changes: [DefaultChange.Proposal] = []
        var obstacle: (any Error)?
        do {
            let changed = try await session.perform(self).output
            (status, changes) = (changed.status, changed.proposals.changes)
            if changed.proposals.changes.isEmpty {
                lines = [status == .done ? "There is nothing to change." : "Nothing was changed."]
            }
        } catch  where slots.withLock({ $0.hasBegun }) {
            obstacle = error
        }
        try options.output.show(
            ChangedSlots.schema,
            at: session.destination,
            slots.withLock { $0 },
            ended: status,
            by: obstacle,
            lines: lines
        )
        guard let outlook, !changes.isEmpty else { return }
        Output.report(
            changes.allSatisfy(\.isHeld)
                ? "What is held stays so: imports leave it as it is until `glossport defaults release`." : outlook
        )
    }

    private static func table(_ proposals: DefaultChange.Proposals, _ records: [ServiceID: ItemRecord]) -> [String] {
        guard !proposals.changes.isEmpty || !proposals.conflicts.isEmpty else { return [] }
        let changes = proposals.changes.map { change in
            let (now, then) = texts(change.present, change.desired.id, records)
            return [change.desired.slot.product, change.desired.slot.locale, now, then]
        }
        let conflicts = proposals.conflicts.map { conflict in
            let (now, slot) = (texts(conflict.present, nil, records).now, conflict.desired.slot)
            return [slot.product, slot.locale, now, "stays: it was set from elsewhere (--take-over changes it)"]
        }
        return Table(["PRODUCT", "LOCALE", "NOW", "THEN"], changes + conflicts).lines()
    }

    /// Describes two messages by their headers or, if the headers are equal, by the first text that differs and the
    /// names of the other changed fields.
    private static func texts(
        _ old: ServiceID?,
        _ new: ServiceID?,
        _ records: [ServiceID: ItemRecord]
    ) -> (now: String, then: String) {
        func text(_ id: ServiceID?) -> String {
            guard let id else { return "nothing" }
            return records[id].map { "“\($0.item.texts?.header ?? $0.item.title)”" } ?? "\(id)"
        }
        let (before, after) = (old.flatMap { records[$0]?.item.texts }, new.flatMap { records[$0]?.item.texts })
        guard let before, let after, before.header == after.header else { return (text(old), text(new)) }
        let changes = FieldChange.changes(from: before, to: after)
        let first = changes.first(where: \.isText)
        let others = changes.filter { $0.field != first?.field }.map(\.field)
        let rest = others.isEmpty ? "" : ", other \(others.joined(separator: " and "))"
        guard let first else { return (text(old), text(new) + rest) }
        func value(_ value: FieldChange.Value?) -> String { value.map { "“\($0.code)”" } ?? "none" }
        return ("\(first.field) \(value(first.old))", "\(first.field) \(value(first.new))\(rest)")
    }
}

struct DefaultsSetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "set",
        abstract: "Make a message the default of one product in one locale.",
        discussion: """
            The message must be approved. If the project wants another message there, the next import or settle sets that one again, unless \
            the default is held (`glossport defaults hold`).

            EXAMPLES
              glossport defaults set --product com.example.annual --locale de-DE \\
                  5d0f9bb6-7c07-5a3f-9a5e-4b8f0f0d7a11
            """
    )

    @OptionGroup var slot: SlotOptions
    @OptionGroup var change: ChangeOptions

    @Argument(help: ArgumentHelp("Id of the message, or its first digits.", valueName: "id"))
    var id: String

    func run() async throws {
        let remedy: String = "`glossport ids` lists the ids."
        let ids = try await Workspace(change.project, needsApp: true).ids([id], of: .message, remedy: remedy)
        // Take over even defaults set by other tools, because the user has named the slot.
        try await ChangeDefaults(.slots([DefaultChange.DesiredChange(slot.slot, ids.first)]), takesOver: true).run(
            change
        )
    }
}
