import ArgumentParser
import GlossportReading

/// Suggests commands and flags for mistyped ones.
enum CommandSuggestion {
    /// Suggests an existing command for an unknown one; `nil` if nothing is similar.
    static func advice(for name: String, among known: [String]) -> String? {
        nearest(to: name, among: known).map { "Did you mean \($0)?" }
    }

    /// Explains a flag that a command does not have, since ArgumentParser's own guess goes far astray; `nil` for other errors.
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
        let known = Declaration.arguments(of: call.command).compactMap(\.longName)
        let plain = "`\(call.name) --help` lists its flags."
        if ["dry-run", "dryrun", "noop", "what-if"].contains(word), call.path != ["plan"] {
            return "`glossport plan` shows what an import would do, and uploads nothing. \(plain)"
        }
        if word == "format", known.contains("output") { return "Did you mean --output? \(plain)" }
        guard flag.hasPrefix("--") else { return plain }
        return nearest(to: word, among: known, prefix: "--").map { "Did you mean \($0)? \(plain)" } ?? plain
    }

    /// The names with the fewest typing mistakes in a word; `nil` if there are too many.
    private static func nearest(to word: String, among known: [String], prefix: String = "") -> String? {
        let names = Spelling.nearest(to: word, among: known, atMost: max(1, min(3, word.count / 4)))
        return names.isEmpty ? nil : names.map { prefix + $0 }.joined(separator: " or ")
    }
}
