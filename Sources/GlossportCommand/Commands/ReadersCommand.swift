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

    func run() throws {
        let known = try Readers.registry(project: file.project).formats
        let shown = known.filter { format == nil || $0.id == format }
        guard !shown.isEmpty else {
            throw GlossportError(
                .invalidOption,
                "There is no reader “\(format ?? "")”.",
                remedy: "Readers: \(known.map(\.id).joined(separator: ", "))."
            )
        }
        output.show(ListReport(shown) { _ in format == nil ? list(shown) : details(shown[0]) })
    }

    private func list(_ formats: [Format]) -> [String] {
        let rows = formats.map { format in
            let options = format.options.map(\.name).joined(separator: " ")
            return [format.id, format.name, format.extensions.joined(separator: " "), options]
        }
        let table = Table(["FORMAT", "READS", "EXTENSIONS", "OPTIONS"], rows)
        return table.lines() + ["", "`glossport readers FORMAT` explains the options and findings of one."]
    }

    private func details(_ format: Format) -> [String] {
        func entry(_ title: String, _ text: String) -> [String] {
            ["  " + title] + Paragraph.lines(text, indentedBy: 6, width: Terminal.stdout.textWidth)
        }
        return [
            "\(format.id): \(format.name) (\(format.extensions.map { "." + $0 }.joined(separator: ", ")))", "",
            "Options",
        ]
            + format.options.flatMap { entry("\($0.name): \($0.example)", $0.help) } + ["", "Findings"]
            + format.rules.flatMap { entry("\($0.id.rawValue) (\($0.severity.rawValue))", $0.explanation) }
    }
}
