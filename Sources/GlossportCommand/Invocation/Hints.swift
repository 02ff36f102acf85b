import ArgumentParser
private import CLibrary
private import GlossportChecking

/// Makes the commands that sentences recommend do the same thing as this run: with those of its flags that they declare.
///
/// A sentence names a command as `` `glossport settle` ``; typed with `--environment production`, the run recommends
/// `` `glossport settle --environment production` ``. What comes from the environment is there for the next command, too.
enum Hints {
    /// A call, as far as a recommended command repeats it.
    struct Call {
        /// The command, such as `journal check`.
        var path: [String] = []
        var flags: [(name: String, value: String?)] = []
        /// The deliveries that were named instead of those of the project file.
        var deliveries: [String] = []
    }

    /// The flags that say what a call is about.
    private struct Subject: ParsableCommand {
        @OptionGroup var project: ProjectOptions
        @OptionGroup var service: ServiceOptions
        @OptionGroup var absence: AbsenceOptions
        @OptionGroup var deliveries: DeliveryOptions
    }

    /// Flags of these groups that are about one call alone.
    private static let momentary = ["--log", "--ignore-pause"]
    /// Flags that say which texts a command is about, where it reads deliveries: to others they would hide what is recommended.
    private static let selecting = ["--locale", "--message"]
    /// Flags that a command has but that are not recommended: `promote` chooses its own environments, and part of a
    /// journal is not a journal.
    private static let withheld = [["promote"]: ["--environment"], ["journal", "rebuild"]: selecting]
    /// The words after a command that only means what it says where no text is left out.
    static let whole = " of all deliveries"
    private static let now = Mutex(Repeated())

    /// The flags and files that recommended commands repeat.
    struct Repeated {
        var arguments: [String] = []
        /// The deliveries that were named instead of those of the project file.
        var deliveries: [String] = []
    }

    /// Remembers the arguments of this call, or of the present project's part of it.
    static func remember(_ arguments: [String]) { change { $0.arguments = arguments } }

    /// Remembers the deliveries that were named instead of those of the project file.
    static func remember(deliveries: [String]) { change { $0.deliveries = deliveries } }

    private static func change(_ body: (inout Repeated) -> Void) {
        if let project = ProjectCall.current { body(&project.hints) } else { now.withLock { body(&$0) } }
    }

    /// A sentence whose commands can be pasted as they are.
    static func complete(_ text: String) -> String {
        guard text.contains("`glossport ") else { return text }
        let repeated = ProjectCall.current?.hints ?? now.withLock { $0 }
        return complete(text, in: call(repeated.arguments, repeated.deliveries))
    }

    /// The part of a call that a recommended command repeats.
    static func call(_ arguments: [String], _ deliveries: [String] = []) -> Call {
        var call = Call(path: GlossportCommand.path(arguments), deliveries: deliveries)
        let known = Declaration.arguments(of: Subject.self).filter { $0.kind != "positional" }
        let switches = known.filter { $0.kind == "flag" }.flatMap(\.spellings) + ["--trusted"]
        let options = known.filter { $0.kind == "option" }.flatMap(\.spellings)
        let own = arguments.prefix { $0 != "--" }
        let values = Invocation.options(options, in: arguments)
        let taken = Set(values.flatMap(\.place))
        let named: [(place: Int, name: String, value: String?)] =
            values.map { ($0.place.lowerBound, $0.name, $0.value) }
            + own.indices.filter { switches.contains(own[$0]) && !taken.contains($0) }.map { ($0, own[$0], nil) }
        for flag in named.sorted(by: { $0.place < $1.place }) where isRepeatable(flag.name, flag.value) {
            call.flags.append((flag.name, flag.value))
        }
        // Beside a database alone, status is about all of its apps.
        if let journal = call.flags.last(where: { $0.name == "--journal" })?.value,
            case .postgres? = try? JournalLocation(journal),
            !call.flags.contains(where: { ["--project", "--app"].contains($0.name) }),
            let project = ProjectSearch.path(named: nil)
        {
            call.flags.append(("--project", project))
        }
        // It goes there by itself; the next command has to be told.
        if call.path == ["promote"], !call.flags.contains(where: { $0.name == "--environment" }) {
            let target = Invocation.options(["--to"], in: arguments).last?.value
            call.flags.append(("--environment", target ?? "production"))
        }
        return call
    }

    /// Whether a flag may appear in a recommended command: neither a file descriptor of this shell call nor a password.
    static func isRepeatable(_ flag: String, _ value: String?) -> Bool {
        if momentary.contains(flag) || value?.hasPrefix("/dev/") == true { return false }
        guard flag == "--journal", let value else { return true }
        return (try? JournalLocation(value))?.holdsPassword == false
    }

    /// A sentence with commands that do the same thing as a call.
    static func complete(_ text: String, in call: Call) -> String {
        guard !call.flags.isEmpty || !call.deliveries.isEmpty else { return text }
        let parts = text.split(separator: "`", omittingEmptySubsequences: false)
        var whole = call
        whole.flags.removeAll { selecting.contains($0.name) }
        whole.deliveries = []
        return parts.enumerated().map { index, part in
            // Every second part is between back-quotes.
            guard !index.isMultiple(of: 2), part.hasPrefix("glossport ") else { return String(part) }
            let isWhole = index + 1 < parts.count && parts[index + 1].hasPrefix(Self.whole)
            return complete(command: part, in: isWhole ? whole : call)
        }
        .joined(separator: "`")
    }

    private static func complete(command: Substring, in call: Call) -> String {
        let words = command.split(separator: " ").map(String.init)
        let path = GlossportCommand.path(words.dropFirst())
        // A help is the same for all runs.
        guard !path.isEmpty, !words.contains("--help") else { return String(command) }
        let declared = Declaration.arguments(of: GlossportCommand.command(at: path))
        let isAboutProject = declared.contains { $0.longName == "project" }
        var result = String(command)
        // Completed once more, a sentence stays as it is.
        if declared.contains(where: { $0.kind == "positional" && $0.valueName == "delivery" }) {
            for path in call.deliveries.map(quoted) where !result.contains(" " + path) { result += " " + path }
        }
        for (flag, value) in call.flags where !words.contains(flag) {
            let own = declared.first { $0.spellings.contains(flag) }
            let isDeclared = flag == "--trusted" ? isAboutProject : own != nil
            let isForOthers = selecting.contains(flag) && own?.sectionTitle != "Deliveries" && path != call.path
            guard isDeclared, !isForOthers, withheld[path]?.contains(flag) != true else { continue }
            result += " " + flag + (value.map { " " + quoted($0) } ?? "")
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
