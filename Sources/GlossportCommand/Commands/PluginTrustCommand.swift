import ArgumentParser
private import Foundation
import GlossportChecking
import GlossportReading
import PluginHost

/// Writes down what is trusted.
struct PluginTrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Trust readers: list them in the project file with their SHA-256.",
        discussion: """
            Finds the program, asks it (in the sandbox) which format it reads, and writes its SHA-256 into the project file and \
            into your own list of readers. It runs only as long as both contain its SHA-256: changing the project file alone cannot \
            start a program.

            EXAMPLES
              glossport plugin trust xlsx po
              glossport plugin trust ./tools/glossport-reader-texts
              glossport plugin trust xlsx --own        for all your projects
            """
    )

    @Argument(
        help: ArgumentHelp("The readers' IDs, such as xlsx, or paths of their programs.", valueName: "id"),
        completion: .plugins
    )
    var readers: [String]

    @Option(
        help: ArgumentHelp("The project file (default: glossport.yaml).", valueName: "path"),
        completion: .projectFiles
    )
    var project: String?

    @Flag(help: "Write only into your own list of readers, for all projects.")
    var own = false

    @OptionGroup(title: "Output") var output: OutputOptions

    /// Its members in JSON.
    private struct Trusted: Encodable {
        /// The file that lists them.
        var list: String
        var readers: [Row] = []

        struct Row: Encodable {
            var id, path, sha256: String
            /// The SHA-256 that was trusted until now; absent for a new reader.
            var former: String?
        }
    }

    func run() throws {
        let path = try file()
        var trusted = Trusted(list: path)
        var obstacle: (any Error)?
        do {
            for reader in readers {
                let (plugin, former) = try trust(reader, in: path)
                trusted.readers.append(
                    Trusted.Row(id: plugin.reader.id, path: plugin.path, sha256: plugin.fingerprint, former: former)
                )
                guard !own, let list = Readers.ownList else { continue }
                try pin(ownKey(of: plugin), command: plugin.command, plugin.fingerprint, in: list)
            }
        } catch  where !trusted.readers.isEmpty {
            obstacle = error
        }
        try output.show("glossport.plugin-trust/1", trusted, by: obstacle, lines: [])
    }

    /// Prints a line for people as soon as it is true: of several readers, a later one may be refused.
    private func printLine(_ line: String) { if output.output == .table { Output.line(line) } }

    /// - Returns: The reader, and the SHA-256 that was trusted before.
    private func trust(_ name: String, in path: String) throws -> (PluginFile, former: String?) {
        let isPath = name.contains("/")
        let id = isPath ? PluginFile.id(inName: URL(fileURLWithPath: name).lastPathComponent) ?? "" : name
        guard FormatDescription.isID(id) else {
            throw GlossportError(
                .invalidOption,
                "“\(name)” is neither the ID of a reader nor the path of a program called \(PluginFile.prefix)ID.",
                remedy: "`glossport readers --search` lists those that are installed."
            )
        }
        let text = try ProjectText.load(path)?.text ?? ""
        let listed = try ProjectFile.readers(in: text, path: path, isOwn: own).first { $0.id == id }
        var reader = listed ?? ListedReader(id: id, command: [PluginFile.prefix + id])
        if isPath { reader.command = [command(for: name, from: path)] + (listed?.command.dropFirst() ?? []) }
        let plugin = try Readers.plugins.file(of: reader, avoiding: ProjectFile.foldersOfOthers(in: text, path: path))
        let description = try Readers.plugins.description(of: plugin, isFresh: true)
        guard plugin.fingerprint != reader.sha256 || reader.command != listed?.command else {
            printLine("\(plugin.path) is what \(path) trusts already (SHA-256 \(plugin.fingerprint)).")
            return (plugin, reader.sha256)
        }
        try pin(id, command: reader.command, plugin.fingerprint, in: path)
        let name =
            "\(description.name) \(description.version), \(description.extensions.map { "." + $0 }.joined(separator: " "))"
        printLine("\(path) lists \(id) now: \(name).")
        printLine("It runs \(plugin.path) while its SHA-256 is \(plugin.fingerprint).")
        if let old = reader.sha256 { printLine("Until now it was \(old).") }
        return (plugin, reader.sha256)
    }

    /// The entry of the user's own list for a program: its own, one whose program is gone, or a new one beside another program of that id.
    private func ownKey(of plugin: PluginFile) throws -> String {
        let id = plugin.reader.id
        let others = try Readers.ownReaders().filter { $0.id == id }
        let commands = others.map { try? Readers.plugins.file(of: $0).command }
        if let index = commands.firstIndex(of: plugin.command)
            ?? others.firstIndex(where: { $0.sha256 == plugin.fingerprint }) ?? commands.firstIndex(of: nil)
        {
            return others[index].key
        }
        guard !others.isEmpty else { return id }
        var number = 2
        while others.contains(where: { $0.key == "\(id)@\(number)" }) { number += 1 }
        return "\(id)@\(number)"
    }

    /// A program's path as the file that lists it names it: relative where it lies below that file's folder, for a checkout elsewhere.
    private func command(for program: String, from list: String) -> String {
        let folder = URL(fileURLWithPath: list).deletingLastPathComponent().standardizedFileURL.path
        let path = URL(fileURLWithPath: program).standardizedFileURL.path
        return path.hasPrefix(folder + "/") ? "./" + path.dropFirst(folder.count + 1) : path
    }

    private func pin(_ key: String, command: [String], _ sha256: String, in path: String) throws {
        let text = try ProjectText.load(path)?.text ?? ""
        guard let edited = ProjectListEditor.pin(key, command: command, sha256: sha256, in: text) else {
            throw GlossportError(
                .invalidProject,
                "Glossport can't edit the list of readers in \(path).",
                remedy:
                    "Write `command: [\(command.joined(separator: ", "))]` and `sha256: \(sha256)` into the entry “\(key)” yourself."
            )
        }
        if edited != text { try write(edited, to: path) }
    }

    private func file() throws -> String {
        if own {
            guard let path = Readers.ownList else {
                throw GlossportError(
                    .invalidOption,
                    "The home folder is unknown.",
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
                remedy: "Create one with `glossport init`, or add --own to write into your own list."
            )
        }
        return path
    }

    private func write(_ text: String, to path: String) throws {
        do {
            let url = URL(fileURLWithPath: path).resolvingSymlinksInPath()
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(),
                withIntermediateDirectories: true,
                attributes: path == Readers.ownList ? [.posixPermissions: 0o700] : nil
            )
            try ProjectText.write(text, to: path)
            // Nobody else may decide what runs here.
            if path == Readers.ownList, chmod(url.path, 0o600) != 0 { throw OutputFile.unwritable(path) }
        } catch {
            throw OutputFile.unwritable(path)
        }
    }
}
