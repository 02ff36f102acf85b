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

    func validate() throws {
        guard !ids.isEmpty || !selection.messages.isEmpty || !selection.locales.isEmpty else {
            throw ValidationError("Name the items to forget: ids, --message or --locale.")
        }
    }

    func run() async throws {
        let workspace = try Workspace(project, needsApp: true)
        let destination = try workspace.destination()
        let meant = Set(try await workspace.ids(ids, remedy: "`glossport status -v` shows the ids."))
        let selected = try selection.selection()
        let locales = Set(selected.locales.map(\.code))
        let time = SystemTime.sinceNow
        let hold = try await workspace.store.hold(destination, waiting: lock.waitForLock.limit, by: time) {
            Output.talk("\($0.message) Waiting for it.")
        }
        defer { hold.end() }
        let journal = try await JournalCommand.open(workspace)
        defer { journal.close() }
        let records = try await journal.allRecords(at: destination).filter { record in
            (meant.isEmpty || meant.contains(record.item.id))
                && (selected.messages.isEmpty || selected.messages.contains(record.item.message))
                && (locales.isEmpty || locales.contains(record.item.locale))
                && (all || [.refused, .conflict, .deleted].contains(record.state))
        }
        guard !records.isEmpty else {
            Output.line(
                all
                    ? "There is nothing to forget: the journal contains no such item."
                    : "There is nothing to forget: no such item was refused, is in conflict or was deleted."
            )
            return
        }
        var table = Table(["MESSAGE OR IMAGE", "ID", "STATE", "WHY"])
        for record in records.prefix(50) {
            table.add([record.item.title, record.item.id.description, record.state.rawValue, record.reason ?? ""])
        }
        for line in table.lines(indentedBy: 2) + Plural.more(records.count - 50) { Output.talk(line) }
        try TerminalConversation(agreed: consent.yes).confirm(
            Question(
                .deletion,
                deed: "forget what became of \(Plural.of(records.count, "item"))",
                text: "Forget what became of \(Plural.of(records.count, "item")) at \(destination)?",
                refusal: "Nothing was forgotten."
            )
        )
        try await journal.record(.forget, at: destination, by: time, isExclusive: true) { run in
            try await journal.forgetOutcomes(of: records.map(\.item.id), at: time.now, in: run)
        }
        let count = Plural.of(records.count, "item")
        Output.line("\(count) forgotten: the next `glossport import` tries again.")
    }
}
