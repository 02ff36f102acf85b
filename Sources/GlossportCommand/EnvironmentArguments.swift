import ArgumentParser
private import Foundation
import GlossportReading

/// Turns `GLOSSPORT_MIN_STATE=reviewed` into `--min-state reviewed`, for every flag that the chosen subcommand has.
enum EnvironmentArguments {
    private static let prefix = "GLOSSPORT_"
    /// Variables that are no flags of a command: a secret, and what all commands have.
    private static let reserved: Set<String> = ["GLOSSPORT_PRIVATE_KEY", "GLOSSPORT_TRUSTED", "GLOSSPORT_UNTRUSTED"]
    /// What this project's own build and tests are told; it means nothing to the command.
    private static let workshop: Set<String> = [
        "GLOSSPORT_BINARY", "GLOSSPORT_E2E_RECORD", "GLOSSPORT_FIRST_SEED", "GLOSSPORT_RECORD", "GLOSSPORT_SANITIZE",
        "GLOSSPORT_SEEDS", "GLOSSPORT_SKIP_NOTHING", "GLOSSPORT_STRICT",
    ]
    /// Flags that choose texts, or say which language they are in.
    private static let choosing: Set<String> = ["as-locale", "locale", "message"]

    /// What the user typed and what the environment adds to it.
    struct Completed {
        var arguments: [String]
        /// The variables that were used, by flag.
        var variables: [String: String] = [:]
        /// What nobody has typed, and what changes which texts go where: a variable that is left over from another job must be seen.
        var notice: String?

        /// Says where a value comes from that a message complains of and that nobody has typed.
        func origin(in message: String) -> String? {
            let blamed = variables.filter { message.contains("'\($0.key) ") || message.contains("'\($0.key)'") }
            guard let variable = blamed.map(\.value).min() else { return nil }
            return "The value is that of the environment variable \(variable)."
        }
    }

    /// The arguments with those of the environment added, which come after what the user typed only where that is silent.
    ///
    /// An empty variable counts as not set, for that is what build servers make of a secret that there is not.
    ///
    /// - Throws: ``GlossportError`` for a switch whose variable is neither true nor false, and for a variable that no command has: with
    ///   `GLOSSPORT_ENVIROMENT=production` an import would go to the sandbox, and be content.
    static func complete(_ arguments: [String], environment: [String: String]) throws -> Completed {
        let variables = environment.filter {
            $0.key.hasPrefix(prefix) && !$0.value.isEmpty && !reserved.contains($0.key) && !workshop.contains($0.key)
        }
        guard !variables.isEmpty, let (command, depth) = HelpDump.subcommand(arguments) else {
            return Completed(arguments: arguments)
        }
        let typed = arguments.prefix { $0 != "--" }
        var added: [String] = []
        var used: [String: String] = [:]
        var others = Set(variables.keys)
        var chosen: [String] = []
        for argument in command.arguments ?? [] {
            guard argument.kind != "positional", let long = argument.longName else { continue }
            let variable = variable(of: "--" + long)
            guard let value = variables[variable] else { continue }
            others.remove(variable)
            let spellings = (argument.names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name }
            let isTyped = typed.contains { typed in spellings.contains { typed == $0 || typed.hasPrefix($0 + "=") } }
            guard !isTyped else { continue }
            if argument.kind == "flag" {
                if try isTrue(value, variable: variable) { added.append("--" + long) }
            } else {
                added.append("--\(long)=\(value)")
            }
            used["--" + long] = variable
            if choosing.contains(long) { chosen.append("\(variable)=\(value)") }
        }
        try refuseUnknown(others)
        // Directly after the subcommands, so that a `--` further on does not swallow them.
        return Completed(
            arguments: Array(arguments[..<depth]) + added + arguments[depth...],
            variables: used,
            notice: chosen.isEmpty
                ? nil : "From the environment, as if it had been typed: \(chosen.joined(separator: ", "))."
        )
    }

    /// Refuses variables that stand for no flag of any command.
    private static func refuseUnknown(_ variables: Set<String>) throws {
        var unknown = variables
        var known = reserved
        // To tell of a command takes a while; with all variables in order, the first few tell enough.
        var commands: [any ParsableCommand.Type] = [GlossportCommand.self]
        while !unknown.isEmpty, let command = commands.popLast() {
            commands += command.configuration.subcommands.reversed()
            let flags = HelpDump.of(command)?.arguments?.compactMap(\.longName) ?? []
            known.formUnion(flags.map { variable(of: "--" + $0) })
            unknown.subtract(known)
        }
        guard let variable = unknown.min() else { return }
        // Without what all have in common, which would make any two of them alike.
        let names = known.map { String($0.dropFirst(prefix.count)) }.sorted()
        let nearest = Spelling.nearest(to: String(variable.dropFirst(prefix.count)), among: names).map { prefix + $0 }
        throw GlossportError(
            .invalidOption,
            "There is no variable \(variable).",
            remedy: nearest.isEmpty
                ? "Every flag has one, such as GLOSSPORT_MIN_STATE for --min-state. Give variables of your own names that begin otherwise."
                : "Did you mean \(nearest.joined(separator: " or "))?"
        )
    }

    /// What a variable is set to; an empty one counts as not set.
    static func value(of variable: String, in environment: [String: String]) -> String? {
        environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The variable that stands for a flag: `GLOSSPORT_MIN_STATE` for `--min-state`.
    static func variable(of flag: String) -> String {
        "GLOSSPORT_" + flag.dropFirst(2).uppercased().replacingOccurrences(of: "-", with: "_")
    }

    /// Whether a switch's variable turns it on.
    ///
    /// - Throws: ``GlossportError`` if it says neither true nor false.
    static func isTrue(_ value: String, variable: String) throws -> Bool {
        switch value.lowercased() {
        case "1", "true", "yes", "on": return true
        case "0", "false", "no", "off": return false
        default:
            throw GlossportError(
                .invalidOption,
                "The environment variable \(variable) is “\(value)”.",
                remedy: "Set it to true or false."
            )
        }
    }
}

/// What ArgumentParser tells of the declared commands (`--experimental-dump-help`), as far as it is needed here.
struct HelpDump: Decodable {
    var command: Command

    struct Command: Decodable {
        var arguments: [Argument]?
    }

    struct Argument: Decodable {
        var kind: String
        var names: [Name]?
        var shouldDisplay, isOptional, isRepeating: Bool
        var sectionTitle, valueName, defaultValue, abstract, discussion: String?
        var allValues: [String]?

        var longName: String? { names?.first { $0.kind == "long" }?.name }
    }

    struct Name: Decodable {
        var kind: String
        var name: String
    }

    /// The command that the first arguments name, such as `journal check`, and how many arguments that takes.
    static func subcommand(_ arguments: [String]) -> (command: Command, depth: Int)? {
        var chosen: any ParsableCommand.Type = GlossportCommand.self
        var depth = 0
        while depth < arguments.count,
            let inner = chosen.configuration.subcommands.first(where: {
                $0.configuration.commandName == arguments[depth]
            })
        {
            chosen = inner
            depth += 1
        }
        guard depth > 0 else { return nil }
        return of(chosen).map { ($0, depth) }
    }

    /// What a command declares; its subcommands are others.
    static func of(_ command: any ParsableCommand.Type) -> Command? {
        text(of: command).flatMap { try? JSONDecoder().decode(HelpDump.self, from: Data($0.utf8)) }?.command
    }

    /// What a command answers to the flag, which tools ask with.
    ///
    /// Of this one command only: to tell of all of them takes longer than most commands run.
    private static func text(of command: any ParsableCommand.Type) -> String? {
        do {
            _ = try command.parseAsRoot(["--experimental-dump-help"])
            return nil
        } catch {
            // ArgumentParser throws every answer that is not a command.
            return command.fullMessage(for: error)
        }
    }
}
