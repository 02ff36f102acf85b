import ArgumentParser
import GlossportReading

/// What somebody wants explained: a command, or a topic.
enum HelpRequest {
    case command(any ParsableCommand.Type, name: String)
    case topic(HelpTopic)

    /// What `glossport help` is followed by.
    ///
    /// - Parameter words: The words after `help`, such as `journal check`.
    /// - Throws: ``GlossportError`` if there is no such command and no such topic.
    init(_ words: [String]) throws {
        let words = words.filter { !$0.hasPrefix("-") }
        if words.count == 1, let topic = HelpTopic(rawValue: words[0]) {
            self = .topic(topic)
            return
        }
        var command: any ParsableCommand.Type = GlossportCommand.self
        var name = ["glossport"]
        for word in words {
            guard let inner = command.subcommand(named: word) else {
                throw Self.unknown(word, in: command, named: name.joined(separator: " "))
            }
            command = inner
            name.append(word)
        }
        self = .command(command, name: name.joined(separator: " "))
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
        named name: String
    ) -> GlossportError {
        guard command != GlossportCommand.self else {
            let topics = HelpTopic.allCases.map(\.rawValue)
            let names = command.configuration.subcommands.compactMap { $0.configuration.commandName }
            return GlossportError(
                .invalidOption,
                "There is no help about “\(word)”.",
                remedy: Misnomer.advice(for: word, among: names + topics)
                    ?? "`glossport help` lists the commands; topics: \(topics.joined(separator: ", "))."
            )
        }
        let names = command.configuration.subcommands.compactMap { $0.configuration.commandName }
        return GlossportError(
            .invalidOption,
            "`\(name)` has no subcommand “\(word)”.",
            remedy: names.isEmpty
                ? "`\(name) --help` explains it." : "It has: \(names.joined(separator: ", "))."
        )
    }
}

extension ParsableCommand {
    /// The subcommand of that name.
    static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0.configuration.commandName == name }
    }
}
