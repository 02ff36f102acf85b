import ArgumentParser
import GlossportChecking
import GlossportReading
import PluginHost

/// Lists the readers with their options and findings.
struct ReadersCommand: ParsableCommand, UntrustedCommand {
    static let configuration = CommandConfiguration(
        commandName: "readers",
        abstract: "List the readers, their options and what they find.",
        usage: "glossport readers [<format>] [<options>]",
        discussion: """
            Those that the project file or your own list names stand beside those that are built in.

            EXAMPLES
              glossport readers
              glossport readers csv
              glossport readers --output json
              glossport readers --search         programs that could be listed; none is run
            """
    )

    @Argument(help: ArgumentHelp("Show one reader in full.", valueName: "format"), completion: .formats)
    var format: String?

    @Option(
        help: ArgumentHelp("The project file whose readers count, too (default: glossport.yaml).", valueName: "path"),
        completion: .projectFiles
    )
    var project: String?

    @Flag(help: "List the programs that could be used as readers.")
    var search = false

    @OptionGroup(title: "Output") var output: OutputOptions

    private struct Candidate: Encodable { var id, path, command: String }

    private struct Row: Encodable {
        var format: String
        var name: String
        var extensions: [String]
        var options: [Option]
        var rules: [Rule]

        struct Option: Encodable { var name, help, example: String }
        struct Rule: Encodable { var id, severity, explanation: String }
    }

    func run() throws {
        if search { return showCandidates() }
        let known = try Readers.registry(project: project).formats
        var formats = known
        if let format {
            formats = formats.filter { $0.id == format }
            guard !formats.isEmpty else {
                throw GlossportError(
                    .invalidOption,
                    "There is no reader “\(format)”.",
                    remedy: "Readers: \(known.map(\.id).joined(separator: ", "))."
                )
            }
        }
        let rows = formats.map { format in
            Row(
                format: format.id,
                name: format.name,
                extensions: format.extensions,
                options: format.options.map { Row.Option(name: $0.name, help: $0.help, example: $0.example) },
                rules: format.rules.map {
                    Row.Rule(id: $0.id.rawValue, severity: $0.severity.rawValue, explanation: $0.explanation)
                }
            )
        }
        switch output.output {
        case .json: Output.line(JSON.document(rows))
        case .jsonl: for row in rows { Output.line(JSON.line(row)) }
        case .table: format == nil ? list(rows) : show(rows[0])
        }
        Output.flush()
    }

    private func showCandidates() {
        let rows = Readers.search.candidates.map { id, path in
            Candidate(id: id, path: path, command: "glossport plugin trust \(id)")
        }
        switch output.output {
        case .json: Output.line(JSON.document(rows))
        case .jsonl: for row in rows { Output.line(JSON.line(row)) }
        case .table:
            var table = Table(["ID", "PROGRAM"])
            for row in rows { table.add([row.id, row.path]) }
            for line in rows.isEmpty ? [] : table.lines() { Output.line(line) }
            Output.line(
                rows.isEmpty
                    ? "No program that could be a reader is installed."
                    : "None was run. `glossport plugin trust ID` lists one in the project file."
            )
        }
        Output.flush()
    }

    private func list(_ rows: [Row]) {
        var table = Table(["FORMAT", "READS", "EXTENSIONS", "OPTIONS"])
        for row in rows {
            table.add([
                row.format, row.name, row.extensions.joined(separator: " "),
                row.options.map(\.name).joined(separator: " "),
            ])
        }
        for line in table.lines() { Output.line(line) }
        Output.line()
        Output.line("`glossport readers FORMAT` explains the options and findings of one.")
    }

    private func show(_ row: Row) {
        Output.line("\(row.format): \(row.name) (\(row.extensions.map { "." + $0 }.joined(separator: ", ")))")
        Output.line()
        Output.line("Options")
        for option in row.options {
            Output.line("  \(option.name): \(option.example)")
            paragraph(option.help)
        }
        Output.line()
        Output.line("Findings")
        for rule in row.rules {
            Output.line("  \(rule.id) (\(rule.severity))")
            paragraph(rule.explanation)
        }
    }

    private func paragraph(_ text: String) {
        for line in Paragraph.lines(text, indentedBy: 6, width: Terminal.stdout.textWidth) { Output.line(line) }
    }
}
