import ArgumentParser
import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// Writes down who approves what customers would read.
struct ApproveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "approve",
        abstract: "Record who signed off a locale's texts; list or withdraw that.",
        discussion: """
            Reads and checks the project's deliveries (errors stop it) and notes in the journal who approves them: for each locale the digest of \
            all texts and images of all messages, as they would be sent. `import --require-approval` sends nothing in a locale in which anything has \
            changed since; other locales are not concerned. The newest approval of a locale counts.

            An approval is for one app in one environment, as everything in the journal: approve for production with --environment \
            production. It has nothing to do with Apple's review. Names are written down as they are given, and not proven.

            EXAMPLES
              glossport approve --locale he --by "Noa Levi"
              glossport approve --locale de-DE,fr-FR --by "Ana Roth" --note "Ticket 4711"
              glossport approve --all-locales --by "Ana Roth"
              glossport approve --list                   who approved, and if it still fits
              glossport approve --withdraw --locale he   runs that have begun go on
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions

    @Option(
        name: .customLong("locale"),
        parsing: .singleValue,
        help: ArgumentHelp("These App Store locales, separated by commas.", valueName: "locale"),
        completion: .locales
    )
    var locales: [String] = []

    @Flag(
        name: .customLong("all-locales"),
        help: "Everything that is delivered."
    )
    var allLocales = false

    @Option(
        help: ArgumentHelp("Who approves or withdraws; up to \(Signature.longestName) characters.", valueName: "name")
    )
    var by: String?

    @Option(
        help: ArgumentHelp(
            "What there is to say of it; up to \(Plural.grouped(Signature.longestNote)) characters.",
            valueName: "text"
        )
    )
    var note: String?

    @Flag(help: "Show who has approved what; notes nothing.")
    var list = false

    @Flag(help: "Take approvals back.")
    var withdraw = false

    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Output") var findings: FindingOptions

    func validate() throws {
        guard !list || !withdraw else { throw ValidationError("Say either --list or --withdraw.") }
        guard locales.isEmpty || !allLocales else { throw ValidationError("Say either --locale or --all-locales.") }
        guard list || !locales.isEmpty || allLocales else {
            throw ValidationError("Say which locales: --locale or --all-locales.")
        }
        guard list || withdraw || by != nil else { throw ValidationError("Say who approves: --by.") }
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
        let check = try CheckGate.pass(
            workspace,
            output,
            findings,
            takesDigests: true,
            refusal: "Nothing was approved."
        )
        let items = ItemFactory.items(of: check.deliveries.catalog, for: workspace.project)
        let texts = items.texts(for: destination.app)
        let lacking = Set(chosen.map(\.code)).subtracting(texts.map(\.locale))
        if let locale = lacking.min() ?? (texts.isEmpty ? "any locale" : nil) {
            throw GlossportError(
                .invalidOption,
                "No whole message is delivered in \(locale). Nothing was approved.",
                remedy: "`glossport validate` says what is missing."
            )
        }
        if items.incomplete > 0 {
            let records = Plural.of(items.incomplete, "record lacks", "records lack")
            Output.talk("\(records) a text: they can't be sent, and are not part of what is approved.")
        }
        let time = SystemTime.sinceNow
        let moment = time.now
        let journal = try await workspace.store.open(.creating)
        defer { journal.close() }
        let approvals = texts.map { Approval(.approved($0), by: signature.name, note: signature.note, at: moment) }
        let sources = try check.deliveries.sources
        try await journal.record(.approve, at: destination, by: time, sources: sources) { run in
            try await journal.noteApprovals(approvals, in: run)
        }
        var report = ApprovalReport(
            try await ApprovalStanding.wanted(items, in: journal, at: destination),
            destination
        )
        report.words =
            ["\(signature.name) approves for \(destination):"] + report.approvedNow
            + [
                "`glossport import --require-approval` sends just this in \(texts.count == 1 ? "this locale" : "these locales")."
            ]
        output.show(report)
    }

    private func show(_ workspace: Workspace, _ chosen: Set<StoreLocale>) async throws {
        let destination = try workspace.destination()
        let items = ItemFactory.items(of: try workspace.check().catalog, for: workspace.project)
        // Only asked, so that nothing is made where there is none yet.
        let journal = try await workspace.store.open(.looking)
        defer { journal.close() }
        let approvals = try await journal.approvals(at: destination)
        let codes = Set(chosen.map(\.code))
        let standings = ApprovalStanding.of(items.texts(for: destination.app), approvals: approvals)
            .filter { codes.isEmpty || codes.contains($0.locale) }
        output.show(ApprovalReport(standings, destination))
    }

    private func takeBack(_ workspace: Workspace, _ chosen: Set<String>) async throws {
        let signature = try by.map { try Signature(name: $0, note: note) }
        let destination = try workspace.destination()
        let journal = try await JournalCommand.open(workspace)
        defer { journal.close() }
        let given = ApprovalStanding.of([], approvals: try await journal.approvals(at: destination))
            .filter { $0.withdrawal == nil }.map(\.locale)
        if let stranger = chosen.subtracting(given).min() {
            throw GlossportError(
                .invalidOption,
                "There is no approval of \(stranger) to withdraw. Nothing was withdrawn.",
                remedy: "`glossport approve --list` shows which ones there are."
            )
        }
        let locales = given.filter { chosen.isEmpty || chosen.contains($0) }
        let time = SystemTime.sinceNow
        let moment = time.now
        let withdrawals = locales.map {
            Approval(.withdrawn(locale: $0), by: signature?.name, note: signature?.note, at: moment)
        }
        try await journal.record(.approve, at: destination, by: time) { run in
            try await journal.noteApprovals(withdrawals, in: run)
        }
        let standings = ApprovalStanding.of([], approvals: try await journal.approvals(at: destination))
        var report = ApprovalReport(standings.filter { locales.contains($0.locale) }, destination)
        report.words = [
            locales.isEmpty
                ? "There is nothing to withdraw at \(destination)."
                : "Withdrawn for \(destination): \(locales.joined(separator: ", "))."
        ]
        output.show(report)
    }

}
