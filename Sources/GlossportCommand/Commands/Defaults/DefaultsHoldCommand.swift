import ArgumentParser
import Glossport
import GlossportProject
import GlossportReading

/// Options that select defaults by message, product and locale.
struct PlaceOptions: ParsableArguments {
    @Option(help: "Only the defaults of this message.", completion: .messages)
    var message: String?

    @Option(help: "Only this product.", completion: .products)
    var product: String?

    @Option(help: "Only this locale.", completion: .storeLocales)
    var locale: String?

    func contain(_ record: DefaultRecord) -> Bool {
        (message == nil || record.message == message) && (product == nil || record.slot.product == product)
            && (locale == nil || record.slot.locale == locale)
    }

    /// Holds or releases the defaults without asking, because customers see no change.
    func hold(_ isHeld: Bool, _ project: ProjectOptions, _ output: OutputOptions) async throws {
        let workspace = try Workspace(project, needsApp: true)
        let destination = try workspace.destination()
        let journal = try await JournalCommand.open(workspace)
        defer { journal.close() }
        let work = HoldDefaults(isHeld) { contain($0) }
        let records = try await work.perform(with: JournalAccess(journal, at: destination))
        let count = Plural.of(records.count, "default")
        let done =
            isHeld
            ? "\(count) held: imports leave them as they are until `glossport defaults release`."
            : "\(count) released: the next `glossport import` sets what the deliveries say."
        try output.show(
            ChangedSlots.schema,
            at: destination,
            ChangedSlots(records, isHeld ? .held : .released),
            lines: [records.isEmpty ? "Nothing to change: \(isHeld ? "all are held already" : "none is held")." : done]
        )
    }
}

struct DefaultsHoldCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hold",
        abstract: "Keep defaults as they are, even if an import wants others.",
        discussion: """
            Useful after a rollback, until the deliveries contain the right texts. Changes only the journal.

            EXAMPLES
              glossport defaults hold --message keep-annual
              glossport defaults hold --locale de-DE
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions
    @OptionGroup var places: PlaceOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws { try await places.hold(true, project, output) }
}

struct DefaultsReleaseCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "release",
        abstract: "Let imports change held defaults again.",
        discussion: """
            EXAMPLES
              glossport defaults release
              glossport defaults release --message keep-annual
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions
    @OptionGroup var places: PlaceOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws { try await places.hold(false, project, output) }
}
