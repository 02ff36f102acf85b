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
        let remedy: String = "`glossport ids` lists the ids."
        let workspace = try Workspace(project, needsApp: true)
        let contents = try await JournalCommand.contents(of: workspace)
        let (records, names) = (contents.records, contents.names)
        let id = try ServiceID(argument: id, among: records, names, remedy: remedy)
        let titles = Dictionary(records.map { ($0.item.id, $0.item.title) }) { first, _ in first }
        guard let record = records.first(where: { $0.item.id == id }) else {
            if let name = names[id] {
                var report = ExplainReport(id, .adopted, contents.destination)
                report.name = name
                report.review = contents.reviews[id]
                report.text = [
                    "\(id) is \(name.title), a name imported with `adopt`: another tool uploaded it, and its text is unknown."
                ]
                return output.show(report)
            }
            throw GlossportError(
                .unreadableInput,
                "The journal contains no message or image \(id) of \(contents.destination).",
                remedy: "Try the other --environment, or the journal of the machine that uploaded it."
            )
        }
        let review = contents.vanished.contains(id) ? "vanished at the service" : contents.reviews[id]?.rawValue
        let slots = contents.defaults
        let item = record.item
        let history = record.history
        let withdrawals = contents.withdrawals(by: workspace.project)
        let current = slots.filter { $0.present == id }.map(\.slot)
        let unwanted = withdrawals.defaultSlots
        let withdrawn = current.filter(unwanted.contains)
        let shown = current.filter { !unwanted.contains($0) }
        let desired = slots.filter { $0.desired == id && $0.present != id && !unwanted.contains($0.slot) }
        let isNamed = workspace.project.names(item, delivered: contents.delivered)
        let images =
            item.texts?.imageIDs.sorted().map { id in
                "\(id)" + (titles[id].map { " (\($0))" } ?? "")
            } ?? []
        let picture = item.image.map { "\($0.path), \($0.size.rawValue)" }
        let facts = Table(facts: [
            ("id", "\(id)"), ("message", item.message), ("locale", item.locale),
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
            ("still shown for", withdrawn.map(\.description).joined(separator: ", ")),
            ("wanted as default for", desired.map(\.slot.description).joined(separator: ", ")),
        ])
        var report = ExplainReport(id, item.origin == .derived ? .derived : .fixed, contents.destination)
        (report.record, report.isVanished) = (record, contents.vanished.contains(id))
        report.review = contents.reviews[id]
        report.defaultFor = current
        report.wantedFor = desired.map(\.slot)
        report.withdrawnFrom = withdrawn
        report.text = facts.lines()
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

    func lines(verbose: Bool, on terminal: Terminal) -> [String] { text }
}
