import ArgumentParser
import GlossportChecking
import GlossportReading
import PluginHost

/// Lists the plugins of a project; none is run.
struct PluginListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "List the project's plugins, and whether you trust them; none is run.",
        discussion: """
            EXAMPLES
              glossport plugin list
              glossport plugin list --output json
            """
    )

    @Option(
        help: ArgumentHelp("The project file (default: glossport.yaml).", valueName: "path"),
        completion: .projectFiles
    )
    var project: String?

    @OptionGroup(title: "Output") var output: OutputOptions

    private struct Row: Encodable { var id, program, status: String }

    func run() throws {
        guard let file = try ProjectText.load(project) else { throw ProjectSearch.missing }
        let trusted = try TrustedPlugins(Readers.trustedPlugins)
        let rows = try ProjectFile.readers(in: file.text, path: file.path).map { reader in
            var status: String
            do { status = try trusted.contains(Readers.file(of: reader)) ? "trusted" : "not trusted" } catch {
                status = (error as? GlossportError)?.message ?? "\(error)"
            }
            return Row(id: reader.id, program: reader.program, status: status)
        }
        output.show(
            ListReport(rows) { _ in
                guard !rows.isEmpty else { return ["\(file.path) lists no plugins."] }
                var table = Table(["ID", "PROGRAM", "STATUS"])
                for row in rows { table.add([row.id, row.program, row.status]) }
                return table.lines()
            }
        )
    }
}
