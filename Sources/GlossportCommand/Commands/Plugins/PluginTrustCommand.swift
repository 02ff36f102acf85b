import ArgumentParser
private import Foundation
import GlossportProject
import GlossportReading
import PluginHost

struct PluginTrustCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Trust plugins in their present form, or show which are trusted.",
        discussion: """
            Writes the SHA-256 of each program into your own list of trusted plugins. The program runs only as long as its \
            SHA-256 is in that list: a project file alone cannot start a program. A plugin that the project file does not list yet is \
            added to it. Without a plugin, shows those of the project, and runs none.

            EXAMPLES
              glossport plugin trust tools/glossport-reader-texts
              glossport plugin trust texts          after a change of the program
              glossport plugin trust                shows which are trusted
            """
    )

    @Argument(
        help: ArgumentHelp("Paths of plugins, or IDs that the project file lists.", valueName: "plugin"),
        completion: .plugins
    )
    var plugins: [String] = []

    @OptionGroup var file: ProjectFileOption

    @OptionGroup(title: "Output") var output: OutputOptions

    private struct Trusted: Encodable {
        /// The path of the list of trusted plugins.
        var list: String
        var readers: [Row] = []

        struct Row: Encodable { var id, path, sha256: String }
    }

    private struct Listed: Encodable { var id, program, status: String }

    func run() throws {
        guard !plugins.isEmpty else { return try list() }
        var trusted = Trusted(list: Readers.trustedPlugins ?? "")
        var obstacle: (any Error)?
        do {
            for plugin in plugins { trusted.readers.append(try trust(plugin)) }
        } catch  where !trusted.readers.isEmpty {
            obstacle = error
        }
        try output.show(
            "glossport.plugin-trust/1",
            trusted,
            by: obstacle,
            lines: trusted.readers.map {
                "Trusted \($0.id): \($0.path) runs as long as its SHA-256 is \($0.sha256)."
            }
        )
    }

    /// Shows the project's plugins without running any.
    private func list() throws {
        guard let file = try ProjectText.load(self.file.project) else { throw ProjectSearch.missing }
        let trusted = try TrustedPlugins(Readers.trustedPlugins)
        let rows = try ProjectFile.readers(in: file.text, path: file.path).map { reader in
            var status: String
            do { status = try trusted.contains(Readers.file(of: reader)) ? "trusted" : "not trusted" } catch {
                status = (error as? GlossportError)?.message ?? "\(error)"
            }
            return Listed(id: reader.id, program: reader.program, status: status)
        }
        output.show(
            ListReport(rows) { _ in
                rows.isEmpty
                    ? ["\(file.path) lists no plugins."]
                    : Table(["ID", "PROGRAM", "STATUS"], rows.map { [$0.id, $0.program, $0.status] }).lines()
            }
        )
    }

    private func trust(_ plugin: String) throws -> Trusted.Row {
        guard let file = try ProjectText.load(self.file.project) else { throw ProjectSearch.missing }
        let listed = try ProjectFile.readers(in: file.text, path: file.path)
        let reader: ListedReader
        if let known = listed.first(where: { $0.id == plugin }) {
            reader = known
        } else if let id = PluginFile.id(inPath: plugin) {
            reader = ListedReader(id: id, program: plugin)
        } else {
            throw GlossportError(
                .invalidOption,
                "“\(plugin)” is neither a reader that \(file.path) lists nor the path of a program called \(PluginFile.prefix)ID.",
                remedy: "Name the program's path, such as tools/\(PluginFile.prefix)texts."
            )
        }
        let program = try Readers.file(of: reader)
        // Throws if the program does not describe itself as this reader.
        _ = try PluginHost().format(of: program)
        try list(reader, in: file)
        try TrustedPlugins(Readers.trustedPlugins).add(program)
        return Trusted.Row(id: reader.id, path: program.path, sha256: program.sha256)
    }

    /// Adds a plugin to the project file unless it is listed.
    private func list(_ reader: ListedReader, in file: (path: String, text: String)) throws {
        guard reader.place == nil else { return }
        let program = Self.path(of: reader.program, from: file.path)
        guard let text = ProjectListEditor.list(reader.id, program: program, in: file.text) else {
            throw GlossportError(
                .invalidProject,
                "Glossport can't edit the list of readers in \(file.path).",
                remedy: "Write `\(reader.id): \(program)` under `readers` yourself."
            )
        }
        if text != file.text { try ProjectText.write(text, to: file.path) }
    }

    /// A program's path as the project file names it: relative if the program is in that file's folder, so that other
    /// checkouts can use it; otherwise absolute.
    private static func path(of program: String, from list: String) -> String {
        let folder = URL(fileURLWithPath: list).deletingLastPathComponent().standardizedFileURL.path
        let path = URL(fileURLWithPath: program).standardizedFileURL.path
        return path.hasPrefix(folder + "/") ? String(path.dropFirst(folder.count + 1)) : path
    }
}
