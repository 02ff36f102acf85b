import ArgumentParser
import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading

struct MessagesShowCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show",
        abstract: "Show a message's texts, pictures, review, defaults and earlier texts in each locale.",
        discussion: """
            Takes a message's name, or an id or its first digits. Reads only the journal, because the service does not return \
            texts; `glossport settle` updates reviews and defaults.

            EXAMPLES
              glossport messages show keep-annual
              glossport messages show keep-annual --locale de-DE,ja -v
              glossport messages show 5d0f9bb6
              glossport messages show keep-annual -o json | jq '.messages[].item.texts'
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    @Option(
        name: .customLong("locale"),
        help: ArgumentHelp("Only these App Store locales, separated by commas.", valueName: "locale")
    )
    var locales: [String] = []

    @Argument(
        help: ArgumentHelp("A message's name, or an id or its first digits.", valueName: "message-or-id"),
        completion: .messages
    )
    var subject: String

    func run() async throws {
        let workspace = try Workspace(project, needsApp: true)
        let contents = try await JournalCommand.contents(of: workspace)
        let selection = Selection(locales: try StoreLocale.chosen(by: locales))
        let chosen = try chosen(contents, of: workspace.project)
        let shown = chosen.filter { selection.contains(code: $0.item.locale) }
        guard !shown.isEmpty else {
            let others = Set(chosen.map(\.item.locale)).sorted()
            throw GlossportError(
                .unreadableInput,
                "The journal contains no text of “\(subject)” in \(selection.locales.sorted().map(\.code).joined(separator: ", ")).",
                remedy: "It has one in \(others.joined(separator: ", "))."
            )
        }
        output.show(MessageReport(shown, in: contents))
    }

    /// The newest text of each locale of the named message, or the text with the given id.
    private func chosen(_ contents: JournalContents, of project: Project) throws -> [ItemRecord] {
        let messages = contents.records.filter { $0.item.texts != nil }
        let named = messages.filter { $0.item.message == subject }
        if !named.isEmpty {
            // A locale's last record is its newest.
            let newest = Dictionary(named.map { ($0.item.locale, $0) }) { _, last in last }
            return newest.sorted { $0.key < $1.key }.map(\.value)
        }
        let names = Set(messages.map(\.item.message)).union(project.messages.keys)
        let suggestion = Spelling.remedy(for: subject, among: names.sorted())
        if subject.allSatisfy({ $0.isHexDigit || $0 == "-" }), subject.contains(where: \.isNumber) || suggestion == nil
        {
            let id = try ServiceID(argument: subject, among: messages, remedy: "`glossport ids` lists ids.")
            let found = messages.filter { $0.item.id == id }
            if !found.isEmpty { return found }
        }
        throw GlossportError(
            .unreadableInput,
            "The journal contains no message “\(subject)” of \(contents.destination).",
            remedy: suggestion ?? "`glossport ids` lists all messages."
        )
    }
}
