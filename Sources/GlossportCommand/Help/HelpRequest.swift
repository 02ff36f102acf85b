import ArgumentParser
import GlossportReading

/// A command or topic that the user wants explained.
enum HelpRequest {
    case command(any ParsableCommand.Type, name: String)
    case topic(HelpTopic)

    /// The request of a call that begins with `help`; `nil` for any other.
    ///
    /// - Throws: ``GlossportError`` for an unknown command or topic, also where it was to be run: the parser would call a misspelt command an
    ///   unexpected argument.
    init?(_ call: Invocation) throws {
        var names = Array(call.typed.prefix { !$0.hasPrefix("-") })
        let isHelp = names.first == "help"
        if isHelp { names = call.typed.dropFirst().filter { !$0.hasPrefix("-") } }
        if isHelp, names.count == 1, let topic = HelpTopic(rawValue: names[0]) {
            self = .topic(topic)
            return
        }
        let path = GlossportCommand.path(names)
        let command = GlossportCommand.command(at: path)
        let name = (["glossport"] + path).joined(separator: " ")
        // A command that only groups others takes no other word.
        if path.count < names.count, isHelp || !command.configuration.subcommands.isEmpty {
            throw Self.unknown(names[path.count], in: command, named: name, isHelp: isHelp)
        }
        guard isHelp else { return nil }
        self = .command(command, name: name)
    }

    func lines(width: Int) -> [String] {
        switch self {
        case .command(let command, let name): HelpPage(of: command, named: name, width: width).lines
        case .topic(let topic): HelpPage.prose(topic.text, width: width)
        }
    }

    private static func unknown(
        _ word: String,
        in command: any ParsableCommand.Type,
        named name: String,
        isHelp: Bool
    ) -> GlossportError {
        let names = command.configuration.subcommands.compactMap { $0.configuration.commandName }
        if command != GlossportCommand.self {
            return GlossportError(
                .invalidOption,
                "`\(name)` has no subcommand “\(word)”.",
                remedy: names.isEmpty ? "`\(name) --help` explains it." : "It has: \(names.joined(separator: ", "))."
            )
        }
        let topics = isHelp ? HelpTopic.allCases.map(\.rawValue) : []
        let advice = CommandSuggestion.advice(for: word, among: names + (isHelp ? topics : ["help"]))
        let list =
            isHelp
            ? "`glossport help` lists the commands; topics: \(topics.joined(separator: ", "))."
            : "`glossport --help` lists them."
        return GlossportError(
            .invalidOption,
            isHelp ? "There is no help about “\(word)”." : "There is no command “\(word)”.",
            remedy: Advice(advice ?? list)
        )
    }
}
