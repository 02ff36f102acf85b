private import CLibrary
private import GlossportChecking

/// Makes the commands that sentences recommend do the same thing as this run: with the flags that it was given.
///
/// A sentence names a command as `` `glossport settle` ``; typed with `--environment production`, the run recommends
/// `` `glossport settle --environment production` ``. What comes from the environment is there for the next command, too.
enum Hints {
    private static let typed = Mutex(Typed())

    private struct Typed {
        /// The command itself; said again, it is about what was selected.
        var command: String?
        var flags: [(name: String, value: String)] = []
        var deliveries: [String] = []
    }

    private static let project = ["--project", "--app", "--environment", "--journal", "--allow-outside", "--trusted"]
    private static let service = [
        "--endpoint", "--ca-file", "--issuer-id", "--key-id", "--private-key-file", "--allow-shared-key",
    ]
    private static let absence = ["--vanished-after"]
    private static let selection = ["--locale", "--message"]
    private static let delivery = ["--format", "--as-locale", "--option", "--min-state"] + selection
    /// Flags without a value.
    private static let switches: Set = ["--allow-outside", "--allow-shared-key", "--trusted"]

    /// Which flags of this run a command takes as well.
    private static func flags(of command: [Substring]) -> [String] {
        switch command.first {
        case "validate"?, "preview"?, "reject"?: project + delivery
        case "plan"?, "import"?: project + service + absence + delivery
        // It says by itself where it goes.
        case "promote"?: project.filter { $0 != "--environment" } + service + absence + selection
        case "settle"?, "wait"?, "doctor"?, "prune"?: project + service + absence
        case "messages"? where command.dropFirst().first == "show": project
        case "messages"?, "images"?: project + service
        case "defaults"? where command.dropFirst().first != "list": project + service
        case "journal"? where command.dropFirst().first == "rebuild": project + service + absence
        case "approve"?: project
        case "accept"?: project + selection
        case "fleet"? where command.dropFirst().first == "migrate": project
        case "readers"?: ["--project"]
        case "plugin"? where command.dropFirst().first == "trust": ["--project"]
        case "coverage"?, "status"?, "simulate"?, "ids"?, "explain"?: project + absence
        case "defaults"?, "journal"?: project
        default: []
        }
    }

    /// Remembers what was typed.
    static func remember(_ arguments: [String]) {
        let known = Set(project + service + absence + delivery)
        var flags: [(name: String, value: String)] = []
        var index = arguments.startIndex
        while index < arguments.endIndex, arguments[index] != "--" {
            let parts = arguments[index].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let name = String(parts[0])
            if switches.contains(name) {
                flags.append((name, ""))
            } else if known.contains(name) {
                if parts.count == 2 {
                    flags.append((name, String(parts[1])))
                } else if index + 1 < arguments.endIndex {
                    index += 1
                    flags.append((name, arguments[index]))
                }
            }
            index += 1
        }
        // It goes there by itself; the next command has to be told.
        if arguments.first == "promote", !flags.contains(where: { $0.name == "--environment" }) {
            let target = arguments.firstIndex(of: "--to").flatMap { arguments[($0 + 1)...].first }
            flags.append(("--environment", target ?? "production"))
        }
        let lasting = flags.filter { isRepeatable($0.name, $0.value) }
        typed.withLock { ($0.command, $0.flags) = (arguments.first, lasting) }
    }

    /// Whether a flag can stand in a recommended command: not what a shell has opened for this call alone, and not a password.
    static func isRepeatable(_ flag: String, _ value: String) -> Bool {
        if value.hasPrefix("/dev/") { return false }
        return flag != "--journal" || (try? JournalLocation(value))?.holdsPassword == false
    }

    /// Remembers the deliveries that were named instead of those of the project file.
    static func remember(deliveries: [String]) { typed.withLock { $0.deliveries = deliveries } }

    /// A sentence whose commands can be pasted as they are.
    static func complete(_ text: String) -> String {
        let typed = typed.withLock { $0 }
        guard text.contains("`glossport "), !typed.flags.isEmpty || !typed.deliveries.isEmpty else { return text }
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        return parts.enumerated().map { index, part in
            // Every second part stands between back-quotes.
            index.isMultiple(of: 2) || !part.hasPrefix("glossport ") ? String(part) : complete(command: part, typed)
        }
        .joined(separator: "`")
    }

    private static func complete(command: Substring, _ typed: Typed) -> String {
        let words = command.split(separator: " ")
        // A help is the same for all runs.
        if words.contains("--help") { return String(command) }
        let name = Array(words.dropFirst())
        let known = flags(of: name) + (name.first.map(String.init) == typed.command ? selection : [])
        var result = String(command)
        // Completed once more, a sentence stays as it is.
        if ["validate", "plan", "import"].contains(name.first) {
            for path in typed.deliveries.map(quoted) where !result.contains(" " + path) { result += " " + path }
        }
        for (flag, value) in typed.flags where known.contains(flag) && !words.contains(Substring(flag)) {
            result += switches.contains(flag) ? " \(flag)" : " \(flag) \(quoted(value))"
        }
        return result
    }

    /// As a shell takes it for one word.
    static func quoted(_ text: String) -> String {
        let plain = text.unicodeScalars.allSatisfy { scalar in
            scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
                || "-_./:=,@%+".unicodeScalars.contains(scalar)
        }
        return plain && !text.isEmpty
            ? text : "'" + text.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
