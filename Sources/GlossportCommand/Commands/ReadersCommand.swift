import ArgumentParser
import GlossportReading

struct ReadersCommand: ParsableCommand, UntrustedCommand {
    static let configuration = CommandConfiguration(
        commandName: "readers",
        abstract: "List the readers with their options and findings.",
        usage: "glossport readers [<format>] [<options>]",
        discussion: """
            Lists the built-in readers and those of the plugins that the project file lists.

            EXAMPLES
              glossport readers
              glossport readers csv
              glossport readers --output json
            """
    )

    @Argument(help: ArgumentHelp("Show one reader in full.", valueName: "format"), completion: .formats)
    var format: String?

    @OptionGroup var file: ProjectFileOption

    @OptionGroup(title: "Output") var output: OutputOptions

    private struct Row: Encodable {
        var format: String
        var name: String
        var extensions: [String]
        var options: [ReaderOption]
        var rules: [RuleDescription]
    }

    func run() throws {
        let known = try Readers.registry(project: file.project).formats
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
                options: format.options,
                rules: format.rules
            )
        }
        output.show(ListReport(rows) { _ in format == nil ? list(rows) : details(rows[0]) })
    }

    private func list(_ rows: [Row]) -> [String] {
        var table = Table(["FORMAT", "READS", "EXTENSIONS", "OPTIONS"])
        for row in rows {
            table.add([
                row.format, row.name, row.extensions.joined(separator: " "),
                row.options.map(\.name).joined(separator: " "),
            ])
        }
        return table.lines() + ["", "`glossport readers FORMAT` explains the options and findings of one."]
    }

    private func details(_ row: Row) -> [String] {
        func entry(_ title: String, _ text: String) -> [String] {
            ["  " + title] + Paragraph.lines(text, indentedBy: 6, width: Terminal.stdout.textWidth)
        }
        return [
            "\(row.format): \(row.name) (\(row.extensions.map { "." + $0 }.joined(separator: ", ")))", "", "Options",
        ]
            + row.options.flatMap { entry("\($0.name): \($0.example)", $0.help) } + ["", "Findings"]
            + row.rules.flatMap { entry("\($0.id.rawValue) (\($0.severity.rawValue))", $0.explanation) }
    }
}
