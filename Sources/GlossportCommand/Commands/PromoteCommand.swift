import ArgumentParser
import Glossport
import GlossportProject
import GlossportReading

struct PromoteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "promote",
        abstract: "Import into production what was approved in the sandbox.",
        discussion: """
            Ids are derived from content, so the same id means the same text and the same image in both environments. Everything in \
            the deliveries must be uploaded and approved in the source environment: the command asks for the service's list there. Otherwise \
            nothing is sent, and the command lists what is not approved.

            EXAMPLES
              glossport promote                       asks first
              glossport promote --yes                 unattended
              glossport promote --wait-for-review 2h  then set the defaults
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Deliveries") var selection: SelectionOptions
    @OptionGroup var importing: ImportingOptions

    @Option(help: "Environment in which the messages are approved.")
    var from: ServiceEnvironment = .sandbox

    @Option(help: "Environment to import into.")
    var to: ServiceEnvironment = .production

    func run() async throws {
        guard from != to else {
            throw GlossportError(
                .invalidOption,
                "--from and --to both say \(from.rawValue).",
                remedy: "Promote from sandbox to production."
            )
        }
        if let environment = project.environment, environment != to {
            throw GlossportError(
                .invalidOption,
                "--environment is \(environment.rawValue), but promote imports into \(to.rawValue).",
                remedy: "Leave --environment out, or name both environments with --from and --to."
            )
        }
        var workspace = try Workspace(project, needsApp: true)
        workspace.project.environment = to
        workspace.selection = try selection.selection()
        try workspace.checkApproval()
        let check = try await CheckGate.validate(workspace, importing.output, importing.findings, takesDigests: true)
        var work = importing.work(check.deliveries)
        var source = workspace
        source.project.environment = from
        work.source = try await importing.reviews(of: check.deliveries, in: source)
        try await importing.perform(work, of: workspace, check.report)
    }
}
