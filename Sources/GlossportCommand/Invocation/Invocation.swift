import ArgumentParser
private import Foundation
import GlossportReading

/// The arguments and environment variables of this process, and everything derived from them before parsing.
struct Invocation: Sendable {
    /// The arguments after the program's name.
    let words: [String]
    /// The arguments without the two trust switches, which all commands accept.
    let typed: [String]
    let environment: [String: String]
    let trustSwitches: [String]
    /// Whether the files may be untrusted; a failure if both trust switches are given.
    let trust: Result<Trust, any Error>
    /// The words that name the command, such as `journal check`.
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

    /// The command that is called; `glossport` itself if the first words name no command.
    var command: any ParsableCommand.Type { GlossportCommand.command(at: path) }

    /// The full name of the command, such as `glossport journal check`.
    var name: String { (["glossport"] + path).joined(separator: " ") }

    /// The last value of an option, as the parser would find it.
    func value(of names: String...) -> String? { Self.value(of: names, in: typed) }

    /// The last value of an option among arguments; `nil` if the option is missing or has no value.
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

    /// Refuses an unknown command, and suggests the nearest one; the parser would only report an unexpected argument.
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
    static func subcommand(named name: String) -> (any ParsableCommand.Type)? {
        configuration.subcommands.first { $0.configuration.commandName == name }
    }

    /// The longest prefix of the words that names a command below this one.
    static func path(_ words: some Collection<String>) -> [String] {
        guard let word = words.first, let inner = subcommand(named: word) else { return [] }
        return [word] + inner.path(words.dropFirst())
    }

    static func command(at path: some Collection<String>) -> any ParsableCommand.Type {
        path.first.flatMap { subcommand(named: $0) }?.command(at: path.dropFirst()) ?? self
    }

    /// The option group of the given type, at any depth in this command; `nil` if the command has no such group.
    func options<Options: ParsableArguments>(_ type: Options.Type) -> Options? { Self.find(type, in: self) }

    private static func find<Options>(_ type: Options.Type, in value: Any) -> Options? {
        for child in Mirror(reflecting: value).children {
            if let found = child.value as? Options ?? find(type, in: child.value) { return found }
        }
        return nil
    }

    /// Whether this command accepts an option group, at any depth; with `title`, only under that title.
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

/// Gives access to the type of an option group, which has no value before parsing.
private protocol GroupOfOptions {
    static var options: any ParsableArguments.Type { get }
    var title: String { get }
}

extension OptionGroup: GroupOfOptions {
    fileprivate static var options: any ParsableArguments.Type { Value.self }
}
