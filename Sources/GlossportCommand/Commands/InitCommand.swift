import ArgumentParser
private import Foundation
import GlossportChecking
import GlossportReading

/// Writes a commented project file.
struct InitCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Write a commented glossport.yaml to start from.",
        discussion:
            "EXAMPLES\n  glossport init --app com.example.northlight\n  glossport init --app com.example.northlight --delivery vendor/"
    )

    @Option(help: ArgumentHelp("The app's bundle ID.", valueName: "bundle-id"))
    var app: String = "com.example.app"

    @Option(help: ArgumentHelp("Where the vendor's files lie.", valueName: "path"))
    var delivery: String = "vendor/"

    @Option(help: ArgumentHelp("The file to write.", valueName: "path"))
    var project: String = Workspace.standardFile

    func run() throws {
        guard !FileManager.default.fileExists(atPath: project) else {
            throw GlossportError(
                .invalidOption,
                "\(project) is there already.",
                remedy: "Edit it, or name another file with --project."
            )
        }
        let text = ProjectTemplate.text(app: app, delivery: delivery)
        // What is written must be readable: a bundle ID with a stray character is found here, not at the first import.
        _ = try ProjectFile.parse(
            text,
            path: project,
            ruleIDs: FormatRegistry(Readers.builtIn).rules.map(\.id),
            formats: Readers.builtIn
        )
        do {
            try Data(text.utf8).write(to: URL(fileURLWithPath: project), options: .withoutOverwriting)
        } catch {
            throw OutputFile.unwritable(project)
        }
        Output.line("Wrote \(project). Next: put the vendor's files into \(delivery), then `glossport validate`.")
        Output.flush()
    }
}
