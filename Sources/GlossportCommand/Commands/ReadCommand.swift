import ArgumentParser
import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading

/// Prints units as the readers produce them, for inspecting, testing and timing a reader.
struct ReadCommand: ParsableCommand, UntrustedCommand {
    static let configuration = CommandConfiguration(
        commandName: "read",
        abstract: "Print the translation units of files, one JSON object per line.",
        usage: "glossport read <file> ... [<options>]",
        discussion: """
            The members are key, locale, source, target, state, notes, format, path, line and column, in this order; absent values \
            are null. Nothing is checked or mapped: locales are written as in the file, and keys of other strings appear as well. \
            Findings go to stderr.

            EXAMPLES
              glossport read vendor/de.xliff
              glossport read vendor/ | jq -r 'select(.locale=="de") | .key'
              glossport read --quiet big.xliff      only counts and findings
            """
    )

    @Argument(help: ArgumentHelp("Files or folders to read.", valueName: "file"), completion: .file())
    var files: [String]

    @OptionGroup(title: "Files") var reading: ReadingOptions

    @Flag(name: .shortAndLong, help: "Print only counts and findings, no units.")
    var quiet = false

    @OptionGroup(title: "Output") var display: DisplayOptions

    /// Accepted for scripts that always pass it, but ignored: units are always printed as JSON lines.
    @Option(name: .shortAndLong, help: .hidden)
    var output: OutputForm?

    func run() throws {
        let isQuiet = quiet
        let result = try Workspace.read(files, reading) { unit, format in
            guard !isQuiet, !Output.isClosed else { return }
            Output.line(UnitLine.json(unit, format: format))
        }
        Output.flush()
        for line in FindingList(result.findings, from: display.verbose ? .note : .warning, terminal: .stderr).lines {
            Output.report(line)
        }
        let units = result.files.reduce(0) { $0 + $1.summary.units }
        let skipped = result.files.reduce(0) { $0 + $1.summary.skipped.values.reduce(0, +) }
        let text =
            "\(Plural.of(units, "unit")) in \(Plural.of(result.files.count, "file"))"
            + (skipped > 0 ? ", \(Plural.grouped(skipped)) skipped" : "") + "; \(FindingList.count(result.findings))."
        if isQuiet {
            Output.line(text)
        } else if !Output.isClosed {
            Output.report(text)
        }
        if result.findings.contains(where: { $0.severity == .error }) { throw ExitStatus.findings }
    }
}

/// One unit as a line of JSON, written without an encoder because this is the inner loop of `read`.
enum UnitLine {
    static func json(_ unit: TranslationUnit, format: String) -> DataText {
        var line = JSONLine()
        line.object { line in
            line.string("key", unit.key)
            line.stringOrNull("locale", unit.locale)
            line.stringOrNull("source", unit.source)
            line.stringOrNull("target", unit.target)
            line.string("state", unit.state.rawValue)
            line.array("notes") { line in for note in unit.notes { line.string(nil, note) } }
            line.string("format", format)
            line.string("path", unit.location.path)
            line.integer("line", unit.location.line)
            line.integer("column", unit.location.column)
        }
        return DataText(Escape.json(line.text))
    }
}

extension Workspace {
    /// Reads files without a project, catalog or rules, and passes each unit with its format's id to `body`.
    static func read(
        _ files: [String],
        _ options: ReadingOptions,
        _ body: @escaping (TranslationUnit, String) -> Void
    ) throws -> Collected {
        let workspace = try Workspace(files: files, options)
        // With an observer, the collector keeps no units, so files of any size can be read.
        var collector = Collector(
            registry: workspace.registry,
            project: workspace.project,
            archives: Readers.archives,
            followsLinks: !Trust.isUntrusted,
            observer: body
        )
        for delivery in workspace.project.deliveries { try collector.add(delivery, relativeTo: "") }
        return collector.finish()
    }
}
