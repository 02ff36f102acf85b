import ArgumentParser

@testable import GlossportCommand

/// A command and the words that call it.
struct CommandPath: Sendable {
    var path: [String]

    var type: any ParsableCommand.Type { GlossportCommand.command(at: path) }
    var name: String { (["glossport"] + path).joined(separator: " ") }
    var help: String { GlossportCommand.helpMessage(for: type, columns: 80) }
    /// The flags that the help shows, such as `--project`.
    var flags: Set<String> {
        Set(help.matches(of: /(?m)^  (?:-[a-z], )?(--[a-z-]+)/).map { String($0.1) })
    }

    /// All commands and command groups, starting with `glossport` itself.
    static let all = below([])
    /// All commands that are not groups.
    static let leaves = all.filter { $0.type.configuration.subcommands.isEmpty }

    private static func below(_ path: [String]) -> [CommandPath] {
        let names = GlossportCommand.command(at: path).configuration.subcommands
            .compactMap { $0.configuration.commandName }
        return [CommandPath(path: path)] + names.flatMap { below(path + [$0]) }
    }
}
