import ArgumentParser
private import CLibrary
private import Foundation

/// The flags and arguments that a command declares, as ArgumentParser dumps them (`--experimental-dump-help`).
struct Declaration: Decodable, Sendable {
    var arguments: [Argument]?

    struct Argument: Decodable, Sendable {
        var kind: String
        var names: [Name]?
        var shouldDisplay, isOptional, isRepeating: Bool
        var sectionTitle, valueName, defaultValue, abstract, discussion: String?
        var allValues: [String]?

        var longName: String? { names?.first { $0.kind == "long" }?.name }
        /// Every way to type it, such as `-o` and `--output`.
        var spellings: [String] { (names ?? []).map { ($0.kind == "long" ? "--" : "-") + $0.name } }
    }

    struct Name: Decodable, Sendable {
        var kind: String
        var name: String
    }

    private struct Dump: Decodable { var command: Declaration }

    private static let known = Mutex<[ObjectIdentifier: [Argument]]>([:])

    /// The arguments of a command, without those of its subcommands: a dump of all commands takes longer than most commands run.
    static func arguments(of command: any ParsableCommand.Type) -> [Argument] {
        let key = ObjectIdentifier(command)
        if let known = known.withLock({ $0[key] }) { return known }
        let arguments = dump(of: command).flatMap { try? JSONDecoder().decode(Dump.self, from: Data($0.utf8)) }?.command
            .arguments
        known.withLock { $0[key] = arguments ?? [] }
        return arguments ?? []
    }

    private static func dump(of command: any ParsableCommand.Type) -> String? {
        do {
            _ = try command.parseAsRoot(["--experimental-dump-help"])
            return nil
        } catch {
            // ArgumentParser throws every answer that is not a command.
            return command.fullMessage(for: error)
        }
    }
}
