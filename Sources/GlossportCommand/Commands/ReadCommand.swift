import ArgumentParser
import GlossportChecking
import GlossportReading

/// Prints units as the readers see them: how a reader is looked at, tested and timed.
struct ReadCommand: ParsableCommand, UntrustedCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Print every translation unit of the given files, one JSON object a line.",
        usage: "glossport read <file> ... [<options>]",
        discussion: """
            The members are key, locale, source, target, state, notes, format, path, line and column, in this order; absent \
            values are null. Nothing is judged: locales are the vendor's, and keys that are no retention message's appear too. \
            Findings go to stderr.

            EXAMPLES
              glossport read vendor/de.xliff
              glossport read vendor/ | jq -r 'select(.locale=="de") | .key'
              glossport read --quiet big.xliff      only counts and findings
            """
    )

    @Argument(help: ArgumentHelp("Files or folders to read.", valueName: "file"))
    var files: [String]

    @OptionGroup(title: "Files") var reading: ReadingOptions

    @Flag(
        name: .shortAndLong,
        help: ArgumentHelp("Print no units, only counts and findings.", discussion: "Example: -q")
    )
    var quiet = false

    @OptionGroup(title: "Output") var display: DisplayOptions

    /// Units are always lines of JSON; scripts that ask every command for JSON shall not stumble here.
    @Option(name: .shortAndLong, help: .hidden)
    var output: OutputForm?

    func run() throws {
        let isQuiet = quiet
        let listing = FileListing(files, options: reading)
        let result = try listing.read { unit, format in
            guard !isQuiet, !Output.isClosed else { return }
            Output.line(UnitLine.json(unit, format: format))
        }
        Output.flush()
        for line in FindingList(result.findings, verbose: display.verbose, terminal: .stderr).lines {
            Output.talk(line)
        }
        let units = result.files.reduce(0) { $0 + $1.summary.units }
        let skipped = result.files.reduce(0) { $0 + $1.summary.skipped.values.reduce(0, +) }
        let text =
            "\(Plural.of(units, "unit")) in \(Plural.of(result.files.count, "file"))"
            + (skipped > 0 ? ", \(Plural.grouped(skipped)) skipped" : "") + "; \(FindingList.count(result.findings))."
        if isQuiet {
            Output.line(text)
        } else if !Output.isClosed {
            Output.talk(text)
        }
        Output.flush()
        if result.findings.contains(where: { $0.severity == .error }) { throw ExitStatus.findings }
    }
}

/// One unit as a line of JSON, written by hand: this is the inner loop of `read`.
enum UnitLine {
    static func json(_ unit: TranslationUnit, format: String) -> DataText {
        var line = "{\"key\":"
        append(unit.key, to: &line)
        append("locale", unit.locale, to: &line)
        append("source", unit.source, to: &line)
        append("target", unit.target, to: &line)
        append("state", unit.state.rawValue, to: &line)
        line += ",\"notes\":["
        for (index, note) in unit.notes.enumerated() {
            if index > 0 { line += "," }
            append(note, to: &line)
        }
        line += "]"
        append("format", format, to: &line)
        append("path", unit.location.path, to: &line)
        line += ",\"line\":\(unit.location.line),\"column\":\(unit.location.column)}"
        return DataText(Escape.json(line))
    }

    private static func append(_ name: String, _ value: String?, to line: inout String) {
        line += ",\"\(name)\":"
        if let value { append(value, to: &line) } else { line += "null" }
    }

    private static func append(_ text: String, to line: inout String) {
        line += "\""
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x22 && $0 != 0x5C }) {
            line += text
        } else {
            for scalar in text.unicodeScalars {
                switch scalar {
                case "\"": line += "\\\""
                case "\\": line += "\\\\"
                case "\n": line += "\\n"
                case "\r": line += "\\r"
                case "\t": line += "\\t"
                case _ where scalar.value < 0x20:
                    let digits = String(scalar.value, radix: 16)
                    line += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                default: line.unicodeScalars.append(scalar)
                }
            }
        }
        line += "\""
    }
}
