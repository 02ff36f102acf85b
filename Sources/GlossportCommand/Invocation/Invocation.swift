import ArgumentParser
private import Foundation
import GlossportReading

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

    /// The value of an option as the parser would find it: the last one that was typed.
    func value(of names: String...) -> String? { Self.value(of: names, in: typed) }

    /// The last value of an option among arguments; `nil` where it has none.
    static func value(of names: [String], in arguments: [String]) -> String? {
        var found: String?
        var rest = arguments.prefix { $0 != "--" }
        while let word = rest.popFirst() {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard names.contains(String(parts[0])) else { continue }
            found = parts.count > 1 ? String(parts[1]) : rest.popFirst()
        }
        return found
    }

    /// Refuses a word that calls no command, with the nearest one: the parser would call it an unexpected argument.
    func refuseUnknownCommand() throws {
        var (words, group) = (typed.dropFirst(path.count), command)
        if words.first == "help" {
            words = words.dropFirst()
            let asked = group.path(words)
            (words, group) = (words.dropFirst(asked.count), group.command(at: asked))
        }
        let configuration = group.configuration
        guard let word = words.first, !word.hasPrefix("-"), !configuration.subcommands.isEmpty,
            configuration.defaultSubcommand == nil
        else { return }
        let names = configuration.subcommands.compactMap { $0.configuration.commandName }
        throw GlossportError(
            .invalidOption,
            "`\(name)` has no command “\(word)”.",
            remedy: Spelling.remedy(for: word, among: names, otherwise: "`\(name) --help` lists them.")
        )
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

    /// The option group of a type that this command holds, however deep.
    func options<Options: ParsableArguments>(_ type: Options.Type) -> Options? { Self.find(type, in: self) }

    private static func find<Options>(_ type: Options.Type, in value: Any) -> Options? {
        for child in Mirror(reflecting: value).children {
            if let found = child.value as? Options ?? find(type, in: child.value) { return found }
        }
        return nil
    }

    /// Whether calls of this command may hold an option group of a type, however deep; with a title, only under that one.
    static func takes(_ type: any ParsableArguments.Type, under title: String? = nil) -> Bool {
        holds(type, under: title, Self())
    }

    private static func holds(_ type: any ParsableArguments.Type, under title: String?, _ options: Any) -> Bool {
        Mirror(reflecting: options).children.contains { child in
            guard let group = child.value as? any GroupOfOptions else { return false }
            let inner = Swift.type(of: group).options
            return inner == type && title ?? group.title == group.title || holds(type, under: title, inner.init())
        }
    }
}

/// The type of a group's options, which has no value before a call is parsed.
private protocol GroupOfOptions {
    static var options: any ParsableArguments.Type { get }
    var title: String { get }
}

extension OptionGroup: GroupOfOptions {
    fileprivate static var options: any ParsableArguments.Type { Value.self }
}
