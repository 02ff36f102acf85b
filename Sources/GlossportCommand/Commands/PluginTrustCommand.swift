import ArgumentParser
private import Foundation
import GlossportChecking
import GlossportReading
import PluginHost

/// Writes down what is trusted.
struct PluginTrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "List readers in the project file, with the SHA-256 of what is trusted.",
        discussion: """
            Finds the program, asks it (in its sandbox) what it reads, and writes its SHA-256 into the project file. From then on it is \
            run, and refused as soon as it is another: whoever reviews the project file sees each change.

            EXAMPLES
              glossport plugin trust xlsx po
              glossport plugin trust xlsx --own        for all your projects
            """
    )

    @Argument(help: ArgumentHelp("The ids of the readers, such as xlsx.", valueName: "id"))
    var ids: [String]

    @Option(
        help: ArgumentHelp("The project file (default: glossport.yaml).", valueName: "path"),
        completion: .projectFiles
    )
    var project: String?

    @Flag(help: "Write into your own list of readers, for all projects.")
    var own = false

    func run() throws {
        let path = try file()
        for id in ids { try trust(id, in: path) }
        Output.flush()
    }

    private func trust(_ id: String, in path: String) throws {
        guard FormatDescription.isID(id) else {
            throw GlossportError(
                .invalidOption,
                "“\(id)” is no id of a reader.",
                remedy: "`glossport readers --search` lists those that are installed."
            )
        }
        let text = try ProjectText.load(path)?.text ?? ""
        let listed = try ProjectFile.readers(in: text, path: path).first { $0.id == id }
        let reader = listed ?? ListedReader(id: id, command: [PluginFile.prefix + id])
        let plugin = try Readers.plugins.file(
            of: reader,
            avoiding: ProjectFile.foldersOfOthers(in: text, path: path)
        )
        let description = try Readers.plugins.description(of: plugin, isFresh: true)
        guard plugin.fingerprint != reader.sha256 else {
            Output.line("\(plugin.path) is what \(path) trusts already (SHA-256 \(plugin.fingerprint)).")
            return
        }
        guard let edited = ReaderListEditor.pin(id, command: reader.command, sha256: plugin.fingerprint, in: text)
        else {
            throw GlossportError(
                .invalidProject,
                "The list of readers in \(path) is written in a way that can't be edited.",
                remedy: "Write `sha256: \(plugin.fingerprint)` into the entry “\(id)” yourself."
            )
        }
        try write(edited, to: path)
        let name =
            "\(description.name) \(description.version), \(description.extensions.map { "." + $0 }.joined(separator: " "))"
        Output.line("\(path) lists \(id) now: \(name).")
        Output.line("It runs \(plugin.path) while its SHA-256 is \(plugin.fingerprint).")
        if let old = reader.sha256 { Output.line("Until now it was \(old).") }
    }

    private func file() throws -> String {
        if own {
            guard let path = Readers.ownList else {
                throw GlossportError(
                    .invalidOption,
                    "There is no home folder.",
                    remedy: "Set HOME, or leave out --own."
                )
            }
            return path
        }
        guard let path = ProjectSearch.path(named: project) else { throw ProjectSearch.missing }
        guard FileManager.default.fileExists(atPath: path) else {
            throw GlossportError(
                .invalidProject,
                "There is no \(path) here.",
                remedy: "`glossport init` writes one; --own writes into your own list."
            )
        }
        return path
    }

    private func write(_ text: String, to path: String) throws {
        do {
            let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true
            )
            try Data(text.utf8).write(to: url, options: .atomic)
        } catch {
            throw OutputFile.unwritable(path)
        }
    }
}
