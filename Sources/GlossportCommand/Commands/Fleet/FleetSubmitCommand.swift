import ArgumentParser
private import Foundation
import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// Says what is to be imported from now on.
struct FleetSubmitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "submit",
        abstract: "Submit these projects for the fleet to import.",
        discussion: """
            Records the SHA-256 of each project file, the files it extends, its deliveries and its pictures, but not of its \
            credentials. Machines import a project only if their files are identical. Unchanged projects keep their revision; a \
            changed one gets a new revision, which is due at once.

            EXAMPLES
              glossport fleet submit apps/*.yaml
              glossport fleet submit apps/*.yaml --by "CI, build 812"
            """
    )

    @Argument(
        help: ArgumentHelp("The project files, or their folders.", valueName: "project"),
        completion: .projectFiles
    )
    var projects: [String]

    @OptionGroup var fleet: FleetOptions
    @OptionGroup var signature: FleetSignatureOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    /// A project and its revision, for programs.
    private struct Row: Encodable {
        var app, environment, project, digest: String
        var revision: Int64
        /// Whether it is new.
        var isNew: Bool
    }

    func run() async throws {
        let look = try await fleet.folder(projects).look(SystemTime.sinceNow)
        guard look.unusable.isEmpty else {
            throw ProjectFileError(
                problems: look.unusable.map { path, reason in
                    GlossportError(.invalidProject, "\(path): \(reason)", remedy: "Nothing was submitted.")
                }
            )
        }
        guard let store = try FleetOptions.store(look.entries.values.map(\.journal)) else { try FleetOptions.refuse() }
        let before = Dictionary(try await store.projects().map { ($0.destination, $0.revision.number) }) { $1 }
        let revisions = try await store.submit(look.offers, by: try signature.text)
        let rows = look.entries.sorted { $0.value.path < $1.value.path }.compactMap { destination, entry -> Row? in
            guard let revision = revisions[destination] else { return nil }
            return Row(
                app: destination.app,
                environment: destination.environment.rawValue,
                project: entry.path,
                digest: revision.digest.description,
                revision: revision.number,
                isNew: before[destination] != revision.number
            )
        }
        output.show(
            ListReport(rows) { _ in
                var table = Table(["APP", "ENV", "REVISION", "PROJECT"], rightAligned: [2])
                for row in rows {
                    let revision = "\(row.revision)" + (row.isNew ? "" : " (as before)")
                    table.add([row.app, row.environment, revision, row.project])
                }
                return table.lines()
            }
        )
    }
}

/// The name of the submitter.
struct FleetSignatureOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Name of the submitter (default: your user name).", valueName: "name"))
    var by: String?

    @Option(help: ArgumentHelp("Why.", valueName: "text"))
    var note: String?

    /// Both in one line.
    var text: String {
        get throws {
            let signature = try Signature(name: by ?? NSUserName(), note: note)
            return signature.note.map { "\(signature.name): \($0)" } ?? signature.name
        }
    }
}
