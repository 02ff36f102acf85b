import ArgumentParser
import GlossportReading

/// Commands and flags as other tools call them, and what they are called here.
enum CommandSuggestion {
    private static let commands: [(names: String, advice: String)] = [
        ("man manual", "`glossport help` explains every command, and so does `man glossport`."),
        ("version", "`glossport --version` prints it."),
        ("completion completions", "`glossport --generate-completion-script bash` (zsh, fish) prints one."),
        ("lint test", "`glossport validate` checks deliveries."),
        ("check", "`glossport validate` checks deliveries; `glossport doctor` checks key, access and quota."),
        ("verify", "`glossport validate` checks deliveries; `glossport journal check` checks the journal."),
        ("diff", "`glossport plan` shows what would change."),
        ("apply", "`glossport import` uploads; `glossport import --plan FILE` applies a saved plan."),
        ("upload push send", "`glossport import` uploads what is missing."),
        (
            "sync",
            "`glossport import` uploads what is missing; `glossport settle` sets the defaults that Apple has approved."
        ),
        (
            "deploy publish",
            "`glossport import` uploads what is missing; `glossport promote` imports it into production."
        ),
        ("resume", "Run `glossport import` again: it continues where it stopped."),
        ("watch", "`glossport wait` waits for Apple's review."),
        ("delete", "`glossport prune` deletes what is no longer used; `glossport messages delete` deletes by id."),
        ("clean", "`glossport prune` deletes what is no longer used."),
        ("list", "`glossport messages list` lists the messages at the service; `glossport status` shows the journal."),
        ("show", "`glossport preview` shows the messages; `glossport status` shows the journal."),
        ("log", "`glossport status` shows the last run; `glossport journal export` prints every request."),
        ("rollback", "`glossport defaults rollback` undoes the last change of defaults."),
        ("unlock", "`glossport journal holder` shows the process that holds the journal; the lock ends with it."),
        ("login", "Name the key in the project file; `glossport doctor` tests it."),
        ("new", "`glossport init` writes a project file."),
    ]

    private static let flags: [String: [String]] = [
        "bundle-id": ["app"], "config": ["project"], "language": ["locale"], "lang": ["locale"],
        "max-warnings": ["fail-on warning"], "max-wait": ["wait-for-quota"], "max-outage": ["wait-for-service"],
        "wait": ["wait-for-review", "wait-for-lock", "wait-for-quota"],
        "timeout": ["deadline", "wait-for-review"], "json": ["output json"], "log-file": ["log"],
        "trace": ["log", "verbose"], "debug": ["log", "verbose"], "colour": ["color"], "colors": ["color"],
        "jobs": ["concurrency"], "parallel": ["concurrency"], "threads": ["concurrency"],
        "key": ["private-key-file", "key-id"], "private-key": ["private-key-file"], "issuer": ["issuer-id"],
        "url": ["endpoint"], "host": ["endpoint"], "server": ["endpoint"], "force": ["yes"],
        "sandbox": ["environment sandbox"], "production": ["environment production"],
        "prod": ["environment production"],
        "out-file": ["out"], "since": ["older-than"],
    ]

    /// Suggests an existing command for an unknown one.
    ///
    /// - Parameters:
    ///   - name: The unknown command.
    ///   - known: The existing ones.
    /// - Returns: A sentence; `nil` if nothing is similar.
    static func advice(for name: String, among known: [String]) -> String? {
        let meant = commands.first { $0.names.split(separator: " ").contains(Substring(name.lowercased())) }
        return meant?.advice ?? nearest(to: name, among: known).map { "Did you mean \($0)?" }
    }

    /// Explains a flag that a command does not have; ArgumentParser's own guess goes far astray.
    ///
    /// - Parameters:
    ///   - error: The parser's error.
    ///   - call: The call that it could not parse.
    /// - Returns: An error in its place, if it is about a flag.
    static func explain(_ error: any Error, in call: Invocation) -> GlossportError? {
        let message = call.command.message(for: error)
        let start = "Unknown option '"
        guard message.hasPrefix(start), let flag = message.dropFirst(start.count).split(separator: "'").first else {
            return nil
        }
        return GlossportError(
            .invalidOption,
            "`\(call.name)` has no flag \(flag).",
            remedy: advice(forFlag: String(flag), in: call)
        )
    }

    private static func advice(forFlag flag: String, in call: Invocation) -> String {
        let word = String(flag.drop { $0 == "-" }.prefix { $0 != "=" }).lowercased()
        let arguments = Declaration.arguments(of: call.command)
        let known = arguments.compactMap(\.longName)
        let plain = "`\(call.name) --help` lists its flags."
        if ["dry-run", "dryrun", "noop", "what-if"].contains(word), call.path != ["plan"] {
            return "`glossport plan` shows what an import would do, and uploads nothing. \(plain)"
        }
        if word == "format", known.contains("output") { return "Did you mean --output? \(plain)" }
        guard flag.hasPrefix("--") else { return plain }
        let meant = (flags[word] ?? []).filter { known.contains(String($0.prefix { $0 != " " })) }
        guard let names = meant.isEmpty ? nearest(to: word, among: known, prefix: "--") : spelled(meant, prefix: "--")
        else {
            return plain
        }
        // Another tool's flag may do something else than ours, so ours is explained.
        let does = meant.compactMap { name in arguments.first { $0.longName == String(name.prefix { $0 != " " }) } }
            .compactMap { argument in argument.abstract.map { " --\(argument.longName ?? ""): \($0)" } }
        return "Did you mean \(names)?\(does.joined()) \(plain)"
    }

    /// The names with the fewest typing mistakes in a word; `nil` if there are too many.
    private static func nearest(to word: String, among known: [String], prefix: String = "") -> String? {
        spelled(Spelling.nearest(to: word, among: known, atMost: max(1, min(3, word.count / 4))), prefix: prefix)
    }

    private static func spelled(_ names: [String], prefix: String) -> String? {
        names.isEmpty ? nil : names.map { prefix + $0 }.joined(separator: " or ")
    }
}
