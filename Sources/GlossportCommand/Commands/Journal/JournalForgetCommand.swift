import ArgumentParser
import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// Clears what the journal remembers of what became of items.
struct JournalForgetCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "forget",
        abstract: "Forget the results of items, so that the next import retries.",
        discussion: """
            For items that were refused, are in conflict or were deleted: they are planned again as if they had never been sent. \
            Their contents, the audit trail and the spent quota stay. Items that are or may be uploaded are forgotten only with --all.

            EXAMPLES
              glossport journal forget 5d0f9bb6-7c07-5a3f-9a5e-4b8f0f0d7a11
              glossport journal forget --message keep-annual --locale de-DE
              glossport journal forget --message keep-annual --yes
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup var lock: LockOptions
    @OptionGroup var consent: ConsentOptions

    @Argument(help: ArgumentHelp("Ids, or their first digits.", valueName: "id"))
    var ids: [String] = []

    @OptionGroup var selection: SelectionOptions

    @Flag(help: "Also forget items that are or may be uploaded; the next import checks them.")
    var all = false

    @OptionGroup(title: "Output") var output: OutputOptions

    /// Its members in JSON.
    private struct Forgotten: Encodable {
        var items: [PruneReport.Row]
    }

    func validate() throws {
        guard !ids.isEmpty || !selection.messages.isEmpty || !selection.locales.isEmpty else {
            throw ValidationError("Name the items to forget: ids, --message or --locale.")
        }
    }

    func run() async throws {
        let workspace = try Workspace(project, needsApp: true)
        let destination = try workspace.destination()
        let meant = Set(try await workspace.ids(ids, remedy: "`glossport status -v` shows the ids."))
        let work = ForgetItems(meant, try selection.selection(), all: all)
        let time = SystemTime.sinceNow
        let hold = try await workspace.store.hold(
            destination,
            waiting: lock.waitForLock.limit,
            by: time,
            until: Interrupts.shared.stop
        ) { Output.report("\($0.message) Waiting for it.") }
        defer { hold.end() }
        let journal = try await JournalCommand.open(workspace)
        defer { journal.close() }
        let desk = JournalDesk(journal, at: destination)
        var items: [PruneReport.Row] = []
        let count = try await work.perform(at: desk, TerminalConversation(agreed: consent.yes)) { records in
            items = records.map { PruneReport.Row($0.item, $0.reason ?? $0.state.rawValue) }
            var table = Table(["MESSAGE OR IMAGE", "ID", "STATE", "WHY"])
            for record in records.prefix(50) {
                let (item, reason) = (record.item, record.reason ?? "")
                table.add([item.title, item.id.description, record.state.rawValue, reason])
            }
            for line in table.lines(indentedBy: 2) + Plural.more(records.count - 50) { Output.report(line) }
        }
        let nothing =
            all ? "the journal contains no such item" : "no such item was refused, is in conflict or was deleted"
        try output.show(
            "glossport.journal-forget/1",
            at: destination,
            Forgotten(items: items),
            lines: [
                count == 0
                    ? "There is nothing to forget: \(nothing)."
                    : "\(Plural.of(count, "item")) forgotten: the next `glossport import` tries again."
            ]
        )
    }
}
