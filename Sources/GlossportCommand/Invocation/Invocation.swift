import ArgumentParser
private import Foundation

/// The words and variables that this process was called with, and all that is read from them before the parser is called.
struct Invocation: Sendable {
    /// The words behind the program's name.
    let words: [String]
    /// The same without the two switches about trust, which all commands have.
    let typed: [String]
    let environment: [String: String]
    /// The switches about trust that were typed.
    let trustSwitches: [String]
    /// Whether the files may be a stranger's; a failure if the switches or variables contradict each other.
    let trust: Result<Trust, any Error>
    /// The words that call the command, such as `journal check`.
    let path: [String]

    static let current = Invocation(
        Array(ProcessStart.arguments.dropFirst()),
        environment: ProcessInfo.processInfo.environment
    )

    init(_ words: [String], environment: [String: String]) {
        self.words = words
        self.environment = environment
        let own = words.prefix { $0 != "--" }
        typed = own.filter { !Trust.switches.contains($0) } + words[own.endIndex...]
        let trustSwitches = own.filter(Trust.switches.contains)
        self.trustSwitches = trustSwitches
        trust = Result { try Trust(trustSwitches, environment: environment) }
        path = GlossportCommand.path(typed)
    }

    /// The command that is called; `glossport` itself where the first words call none.
    var command: any ParsableCommand.Type { GlossportCommand.command(at: path) }

    /// The command as it is called, such as `glossport journal check`.
    var name: String { (["glossport"] + path).joined(separator: " ") }

    /// The value of an option as the parser would find it: the last one that was typed, or that of its variable.
    func value(of names: String...) -> String? {
        Self.options(names, in: typed).last?.value ?? environment[EnvironmentArguments.variable(of: names[0])]
    }

    /// The options of these names among arguments, with their places and values; `nil` where a value is missing.
    static func options(
        _ names: some Collection<String>,
        in arguments: [String]
    ) -> [(name: String, value: String?, place: Range<Int>)] {
        var found: [(name: String, value: String?, place: Range<Int>)] = []
        var index = 0
        while index < arguments.count, arguments[index] != "--" {
            let parts = arguments[index].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            guard names.contains(name) else {
                index += 1
                continue
            }
            let value = parts.count > 1 ? String(parts[1]) : index + 1 < arguments.count ? arguments[index + 1] : nil
            let end = min(arguments.count, parts.count > 1 ? index + 1 : index + 2)
            found.append((name, value, index..<end))
            index = end
        }
        return found
    }
}

extension ParsableCommand {
    /// The subcommand of that name.
    static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0.configuration.commandName == name }
    }

    /// The first words, as far as they call a command below this one.
    static func path(_ words: some Collection<String>) -> [String] {
        guard let word = words.first, let inner = subcommand(named: word) else { return [] }
        return [word] + inner.path(words.dropFirst())
    }

    /// The command that words call.
    static func command(at path: some Collection<String>) -> any ParsableCommand.Type {
        path.first.flatMap { subcommand(named: $0) }?.command(at: path.dropFirst()) ?? self
    }
}
