import ArgumentParser
private import Foundation
import GlossportReading

/// Turns `GLOSSPORT_MIN_STATE=reviewed` into `--min-state reviewed`, for every flag that the chosen subcommand has.
struct EnvironmentArguments {
    private static let prefix = "GLOSSPORT_"
    /// Variables without a flag of a command: a secret, and those of all commands.
    private static let reserved: Set<String> = ["GLOSSPORT_PRIVATE_KEY", "GLOSSPORT_TRUSTED", "GLOSSPORT_UNTRUSTED"]
    /// Variables of this project's own build and tests, without meaning for the command.
    private static let workshop: Set<String> = [
        "GLOSSPORT_E2E_RECORD", "GLOSSPORT_FIRST_SEED", "GLOSSPORT_PROGRAMS", "GLOSSPORT_RECORD", "GLOSSPORT_SANITIZE",
        "GLOSSPORT_SEEDS", "GLOSSPORT_SKIP_NOTHING", "GLOSSPORT_STRICT",
    ]
    /// Flags that choose texts, or say which language they are in.
    private static let choosing: Set<String> = ["--as-locale", "--locale", "--message"]

    /// The typed arguments, with those of the environment where the user has typed none.
    private(set) var arguments: [String]
    /// The variables that were used, by flag.
    private var variables: [String: String] = [:]
    /// A line about variables that change which texts go where: one that is left over from another job must be seen.
    private(set) var notice: String?

    /// Those of this call.
    static let current = Result { try EnvironmentArguments(Invocation.current) }

    /// An empty variable counts as not set, because CI systems pass a missing secret as an empty variable.
    ///
    /// - Throws: ``GlossportError`` for a switch whose variable is neither true nor false, and for a variable that no command has: with
    ///   `GLOSSPORT_ENVIROMENT=production` an import would go to the sandbox, and be content.
    init(_ call: Invocation) throws {
        arguments = call.typed
        var unused = call.environment.filter {
            $0.key.hasPrefix(Self.prefix) && !$0.value.isEmpty && !Self.reserved.contains($0.key)
                && !Self.workshop.contains($0.key)
        }
        guard !unused.isEmpty, !call.path.isEmpty else { return }
        var added: [String] = []
        var chosen: [String] = []
        let command = call.command.configuration.defaultSubcommand ?? call.command
        for argument in Declaration.arguments(of: command) where argument.kind != "positional" {
            guard let flag = argument.longName.map({ "--" + $0 }) else { continue }
            let variable = Self.variable(of: flag)
            guard let value = unused.removeValue(forKey: variable),
                Invocation.options(argument.spellings, in: call.typed).isEmpty
            else { continue }
            if argument.kind != "flag" {
                added.append("\(flag)=\(value)")
            } else if try Self.isTrue(value, variable: variable) {
                added.append(flag)
            }
            variables[flag] = variable
            if Self.choosing.contains(flag) { chosen.append("\(variable)=\(value)") }
        }
        try Self.refuseUnknown(Set(unused.keys))
        // Directly after the subcommands, so that a `--` further on does not swallow them.
        arguments.insert(contentsOf: added, at: call.path.count)
        if !chosen.isEmpty { notice = "Flags from the environment: \(chosen.joined(separator: ", "))." }
    }

    /// A sentence about the variable that holds the value of which the parser complains.
    func origin(of complaint: String) -> String? {
        let blamed = variables.filter { complaint.contains("'\($0.key) ") || complaint.contains("'\($0.key)'") }
        return blamed.map(\.value).min().map { "The value comes from the environment variable \($0)." }
    }

    /// Refuses variables that stand for no flag of any command.
    private static func refuseUnknown(_ variables: Set<String>) throws {
        var unknown = variables
        var known = reserved
        // A dump of a command takes a while; that of the one with the most flags is nearly always enough.
        var commands: [any ParsableCommand.Type] = [GlossportCommand.self, ImportCommand.self]
        while !unknown.isEmpty, let command = commands.popLast() {
            commands += command.configuration.subcommands.reversed()
            known.formUnion(Declaration.arguments(of: command).compactMap(\.longName).map { variable(of: "--" + $0) })
            unknown.subtract(known)
        }
        guard let variable = unknown.min() else { return }
        // Without what all have in common, which would make any two of them alike.
        let names = known.map { String($0.dropFirst(prefix.count)) }.sorted()
        let nearest = Spelling.nearest(to: String(variable.dropFirst(prefix.count)), among: names).map { prefix + $0 }
        throw GlossportError(
            .invalidOption,
            "Unknown environment variable \(variable).",
            remedy: nearest.isEmpty
                ? "Each flag has a variable, such as GLOSSPORT_MIN_STATE for --min-state. Names of your own variables must not begin with GLOSSPORT_."
                : "Did you mean \(nearest.joined(separator: " or "))?"
        )
    }

    /// The value of a variable; an empty one counts as not set.
    static func value(of variable: String, in environment: [String: String]) -> String? {
        environment[variable].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The variable that stands for a flag: `GLOSSPORT_MIN_STATE` for `--min-state`.
    static func variable(of flag: String) -> String {
        "GLOSSPORT_" + flag.dropFirst(2).uppercased().replacingOccurrences(of: "-", with: "_")
    }

    /// Whether a switch's variable turns it on.
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
