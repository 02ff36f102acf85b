import ArgumentParser
import GlossportReading

/// Commands and flags as other tools call them, and what they are called here.
enum Misnomer {
    private static let commands: [String: String] = [
        "man": "`glossport help` explains every command, and so does `man glossport`.",
        "manual": "`glossport help` explains every command, and so does `man glossport`.",
        "version": "`glossport --version` says it.",
        "completion": "`glossport --generate-completion-script bash` (zsh, fish) prints one.",
        "completions": "`glossport --generate-completion-script bash` (zsh, fish) prints one.",
        "lint": "`glossport validate` checks deliveries.",
        "check": "`glossport validate` checks deliveries, `glossport doctor` key, access and quota.",
        "verify": "`glossport validate` checks deliveries, `glossport journal check` the journal.",
        "test": "`glossport validate` checks deliveries.",
        "diff": "`glossport plan` shows what would change.",
        "apply": "`glossport import` uploads; `glossport import --plan FILE` applies a saved plan.",
        "upload": "`glossport import` uploads what is missing.",
        "sync": "`glossport import` uploads what is missing, `glossport settle` sets what Apple has approved.",
        "push": "`glossport import` uploads what is missing.",
        "deploy": "`glossport import` uploads what is missing, `glossport promote` brings it to production.",
        "publish": "`glossport import` uploads what is missing, `glossport promote` brings it to production.",
        "send": "`glossport import` uploads what is missing.",
        "resume": "`glossport import`, run again, goes on where it stopped.",
        "watch": "`glossport wait` waits for Apple's review.",
        "delete": "`glossport prune` deletes what nothing needs, `glossport messages delete` by id.",
        "clean": "`glossport prune` deletes what nothing needs.",
        "list": "`glossport messages list` lists what the service holds, `glossport status` what the journal knows.",
        "show": "`glossport preview` shows the messages, `glossport status` what the journal knows.",
        "log": "`glossport status` shows the last run, `glossport journal export` every request.",
        "rollback": "`glossport defaults rollback` takes the last change of defaults back.",
        "unlock": "`glossport journal holder` says who holds the journal; when that process ends, nobody does.",
        "login": "Name the key in the project file; `glossport doctor` tries it.",
        "new": "`glossport init` writes a project file.",
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

    /// What somebody may have meant who typed a command that there is not.
    ///
    /// - Parameters:
    ///   - name: What was typed.
    ///   - known: The commands that there are.
    /// - Returns: A sentence, if there is something to say.
    static func advice(for name: String, among known: [String]) -> String? {
        if let advice = commands[name.lowercased()] { return advice }
        let nearest = Spelling.nearest(to: name, among: known, atMost: limit(name))
        return nearest.isEmpty ? nil : "Did you mean \(nearest.joined(separator: " or "))?"
    }

    /// Explains a flag that a command does not have; ArgumentParser's own guess goes far astray.
    ///
    /// - Parameters:
    ///   - error: What ArgumentParser complains of.
    ///   - command: The command.
    ///   - name: What it is called with.
    /// - Returns: The error, if it is about a flag.
    static func explain(
        _ error: any Error,
        of command: any ParsableCommand.Type,
        named name: String
    ) -> GlossportError? {
        let message = command.message(for: error)
        let start = "Unknown option '"
        guard message.hasPrefix(start), let flag = message.dropFirst(start.count).split(separator: "'").first else {
            return nil
        }
        return GlossportError(
            .invalidOption,
            "`\(name)` has no flag \(flag).",
            remedy: advice(for: String(flag), of: command, named: name)
        )
    }

    private static func advice(
        for flag: String,
        of command: any ParsableCommand.Type,
        named name: String
    ) -> String {
        let word = String(flag.drop { $0 == "-" }.prefix { $0 != "=" }).lowercased()
        let arguments = HelpDump.of(command)?.arguments ?? []
        let known = arguments.compactMap(\.longName)
        let plain = "`\(name) --help` shows what there is."
        if ["dry-run", "dryrun", "noop", "what-if"].contains(word), name != "glossport plan" {
            return "`glossport plan` shows what an import would do, and uploads nothing. \(plain)"
        }
        if word == "format", known.contains("output") { return "Did you mean --output? \(plain)" }
        let meant = (flags[word] ?? []).filter { known.contains(String($0.prefix { $0 != " " })) }
        let nearest = meant.isEmpty ? Spelling.nearest(to: word, among: known, atMost: limit(word)) : meant
        guard !nearest.isEmpty, flag.hasPrefix("--") else { return plain }
        // Another tool's flag may do something else than ours: what ours does is said.
        let does = meant.compactMap { name in arguments.first { $0.longName == String(name.prefix { $0 != " " }) } }
            .compactMap { argument in argument.abstract.map { " --\(argument.longName ?? ""): \($0)" } }
        return "Did you mean \(nearest.map { "--" + $0 }.joined(separator: " or "))?\(does.joined()) \(plain)"
    }

    /// How many typing mistakes a word of that length may have.
    private static func limit(_ word: String) -> Int { max(1, min(3, word.count / 4)) }
}
