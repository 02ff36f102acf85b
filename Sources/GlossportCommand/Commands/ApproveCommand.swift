import ArgumentParser
import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading

struct ApproveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "Record who approved a locale's texts; list or withdraw approvals.",
        discussion: """
            Checks the project's deliveries (errors stop it) and records in the journal who approves them: for each locale, a \
            digest of all texts and images as they would be sent. The newest approval of a locale counts.

            With `requireApproval: true` in the project file, `plan`, `import` and `promote` stop as long as one of their locales is not approved, or a text or image of it \
            has changed since: then nothing is sent, in the approved locales neither. `import --locale he,fr-FR` is about these locales \
            only and sends them as soon as they are approved. Without it, approvals are recorded and stop nothing.

            A person without Glossport approves by mail: `glossport preview` shows a code for each locale, which stands for exactly \
            the texts and pictures of the page. With --code, the approval is refused if anything has changed since.

            An approval is for one app in one environment: approve for production with --environment production. It is unrelated to \
            Apple's review. Names are recorded as given and not verified.

            EXAMPLES
              glossport approve --locale he --by "Noa Levi"
              glossport approve --locale de-DE,fr-FR --by "Ana Roth" --note "Ticket 4711"
              glossport approve --locale he --code K7QF-3MZD --by "Noa Levi"
              glossport approve --all-locales --by "Ana Roth"
              glossport approve --list                   who approved, and changes since
              glossport approve --withdraw --locale he   runs that have begun go on
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions

    @Option(
        name: .customLong("locale"),
        help: ArgumentHelp("App Store locales to approve, separated by commas.", valueName: "locale"),
        completion: .locales
    )
    var locales: [String] = []

    @Flag(help: "Approve every delivered locale.")
    var allLocales = false

    @Option(
        help: ArgumentHelp("Code of the locale in the preview that the person has seen.", valueName: "code"),
        transform: { text in
            guard let code = SignOffCode(text) else {
                throw ValidationError("“\(text)” is not a code; one looks like K7QF-3MZD.")
            }
            return code
        }
    )
    var code: SignOffCode?

    @Option(
        help: ArgumentHelp(
            "Name of the person who approves or withdraws; up to \(Signature.longestName) characters.",
            valueName: "name"
        )
    )
    var by: String?

    @Option(
        help: ArgumentHelp(
            "A note to keep with it; up to \(Plural.grouped(Signature.longestNote)) characters.",
            valueName: "text"
        )
    )
    var note: String?

    @Flag(help: "List approvals; record nothing.")
    var list = false

    @Flag(help: "Withdraw approvals.")
    var withdraw = false

    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Output") var findings: FindingOptions

    func validate() throws {
        guard !list || !withdraw else { throw ValidationError("--list and --withdraw cannot be combined.") }
        guard locales.isEmpty || !allLocales else {
            throw ValidationError("--locale and --all-locales cannot be combined.")
        }
        guard list || !locales.isEmpty || allLocales else {
            throw ValidationError("Name the locales with --locale, or add --all-locales.")
        }
        guard code == nil || locales.count == 1 && !locales[0].contains(",") && !list && !withdraw else {
            throw ValidationError("--code approves one locale: name it with --locale.")
        }
        guard list || withdraw || by != nil else { throw ValidationError("Name the person who approves with --by.") }
    }

    func run() async throws {
        let workspace = try Workspace(project, needsApp: true)
        let chosen = try StoreLocale.chosen(by: locales)
        if list { return try await show(workspace, chosen) }
        if withdraw { return try await takeBack(workspace, Set(chosen.map(\.code))) }
        try await approve(workspace, chosen)
    }

    private func approve(_ original: Workspace, _ chosen: Set<StoreLocale>) async throws {
        let signature = try Signature(name: by ?? "", note: note)
        var workspace = original
        workspace.selection = Selection(locales: chosen)
        let destination = try workspace.destination()
        let check = try await CheckGate.validate(
            workspace,
            output,
            findings,
            takesDigests: true,
            refusal: "Nothing was approved."
        )
        let work = try ApproveTexts(check.deliveries, in: chosen, for: destination.app, by: signature, seen: code)
        if work.incomplete > 0 {
            let records = Plural.of(work.incomplete, "record lacks", "records lack")
            Output.report("\(records) a text: they can't be sent and are not part of the approval.")
        }
        let journal = try await workspace.store.open(.creating)
        defer { journal.close() }
        let statuses = try await work.perform(with: JournalAccess(journal, at: destination))
        var report = ApprovalReport(statuses, destination)
        let places = work.texts.count == 1 ? "this locale" : "these locales"
        report.words =
            ["\(signature.name) approves for \(destination):"] + report.approvedNow
            + ["With `requireApproval: true`, `glossport import` sends exactly this in \(places)."]
        output.show(report)
    }

    private func show(_ workspace: Workspace, _ chosen: Set<StoreLocale>) async throws {
        let destination = try workspace.destination()
        let items = ItemFactory.items(of: try await workspace.check(journal: .unneeded).catalog, for: workspace.project)
        // Opened for reading only, so a missing journal is not created.
        let journal = try await workspace.store.open(.readOnly)
        defer { journal.close() }
        let approvals = try await journal.read(at: destination) { $0.approvals }
        let codes = Set(chosen.map(\.code))
        let statuses = ApprovalStatus.of(items.texts(for: destination.app), approvals: approvals)
            .filter { codes.isEmpty || codes.contains($0.locale) }
        output.show(ApprovalReport(statuses, destination))
    }

    private func takeBack(_ workspace: Workspace, _ chosen: Set<String>) async throws {
        let signature = try by.map { try Signature(name: $0, note: note) }
        let destination = try workspace.destination()
        let journal = try await JournalCommand.open(workspace)
        defer { journal.close() }
        let statuses = try await WithdrawApprovals(of: chosen, by: signature)
            .perform(with: JournalAccess(journal, at: destination))
        var report = ApprovalReport(statuses, destination)
        report.words = [
            statuses.isEmpty
                ? "There is nothing to withdraw at \(destination)."
                : "Withdrawn for \(destination): \(statuses.map(\.locale).joined(separator: ", "))."
        ]
        output.show(report)
    }
}
