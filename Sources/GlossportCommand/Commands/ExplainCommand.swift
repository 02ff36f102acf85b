import ArgumentParser
import Glossport
import GlossportProject
import GlossportReading

struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show the message, locale, text and history behind an id.",
        discussion: """
            Reads only the journal: Apple's service does not return texts.

            EXAMPLES
              glossport explain 5d0f9bb6
              glossport explain 5d0f9bb6-7c07-5a3f-9a5e-4b8f0f0d7a11
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    @Argument(help: ArgumentHelp("Id of a message or an image, or its first digits.", valueName: "id"))
    var id: String

    func run() async throws {
        let workspace = try Workspace(project, needsApp: true)
        let contents = try await JournalCommand.contents(of: workspace)
        let remedy: String = "`glossport ids` lists the ids."
        let id = try ServiceID(argument: id, among: contents.records, contents.names, remedy: remedy)
        if let record = contents.records.first(where: { $0.item.id == id }) {
            return output.show(ExplainReport(record, contents, workspace.project))
        }
        guard let name = contents.names[id] else {
            throw GlossportError(
                .unreadableInput,
                "The journal contains no message or image \(id) of \(contents.destination).",
                remedy: "Try the other --environment, or the journal of the machine that uploaded it."
            )
        }
        var report = ExplainReport(id, .adopted, contents.destination)
        (report.name, report.review) = (name, contents.reviews[id])
        report.text = [
            "\(id) is \(name.title), a name imported with `adopt`: another tool uploaded it, and its text is unknown."
        ]
        output.show(report)
    }
}

/// The output of `explain`; its JSON is stable.
private struct ExplainReport: CommandReport {
    var schema = "glossport.explain/1"
    var app: String
    var environment: ServiceEnvironment
    var id: ServiceID
    var origin: Origin
    /// The journal's record; absent if another tool uploaded the message and `adopt` imported its name.
    var record: ItemRecord?
    var name: MessageName?
    /// The last known state in Apple's review; absent if no list has contained the id.
    var review: ReviewState?
    var isVanished = false
    /// The slots whose default is this message, and the slots that will get it as their default.
    var defaultFor: [DefaultSlot] = []
    var wantedFor: [DefaultSlot] = []
    /// The slots in ``defaultFor`` for which the project no longer wants a default.
    var withdrawnFrom: [DefaultSlot] = []
    @Unencoded var text: [String] = []

    enum Origin: String, Encodable { case derived, fixed, adopted }

    init(_ id: ServiceID, _ origin: Origin, _ destination: Destination) {
        (self.id, self.origin) = (id, origin)
        (app, environment) = (destination.app, destination.environment)
    }

    /// Describes an item of this journal.
    init(_ record: ItemRecord, _ contents: JournalContents, _ project: Project) {
        let id = record.item.id
        self.init(id, record.item.origin == .derived ? .derived : .fixed, contents.destination)
        let unwanted = contents.withdrawals(by: project).defaultSlots
        (self.record, isVanished, review) = (record, contents.vanished.contains(id), contents.reviews[id])
        defaultFor = contents.defaults.filter { $0.present == id }.map(\.slot)
        wantedFor = contents.defaults.filter { $0.desired == id && $0.present != id }.map(\.slot)
            .filter { !unwanted.contains($0) }
        withdrawnFrom = defaultFor.filter(unwanted.contains)
        text = facts(of: record, contents, project).lines()
    }

    private func facts(of record: ItemRecord, _ contents: JournalContents, _ project: Project) -> Table {
        let (item, history) = (record.item, record.history)
        let titles = Dictionary(contents.records.map { ($0.item.id, $0.item.title) }) { first, _ in first }
        let images =
            item.texts?.imageIDs.sorted().map { id in
                "\(id)" + (titles[id].map { " (\($0))" } ?? "")
            } ?? []
        let picture = item.image.map { "\($0.path), \($0.size.rawValue)" }
        let review = isVanished ? "vanished at the service" : review?.rawValue
        let shown = defaultFor.filter { !withdrawnFrom.contains($0) }
        let isNamed = project.names(item, delivered: contents.delivered)
        return Table(facts: [
            ("id", "\(item.id)"), ("message", item.message), ("locale", item.locale),
            ("copied from", item.copiedFrom ?? ""), ("header", item.texts?.header ?? ""),
            ("body", item.texts?.body ?? ""), ("image", picture ?? ""),
            ("with images", images.joined(separator: ", ")),
            ("delivered in", item.source?.description ?? "unknown"),
            ("the id is", item.origin == .derived ? "derived from the content" : "chosen by hand"),
            ("state", record.state.rawValue + (record.proof.map { ": \($0.words)" } ?? "")),
            ("why", record.reason ?? ""), ("Apple's review", review ?? "not listed yet"),
            ("requests", MessageReport.requests(history.attempts, unanswered: history.ambiguous)),
            ("default for", shown.map(\.description).joined(separator: ", ")),
            ("withdrawn", isNamed || item.texts == nil ? "" : "the project no longer names it"),
            ("still shown for", withdrawnFrom.map(\.description).joined(separator: ", ")),
            ("wanted as default for", wantedFor.map(\.description).joined(separator: ", ")),
        ])
    }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] { text }
}
