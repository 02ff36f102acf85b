import ArgumentParser
import Glossport
import GlossportChecking
import GlossportReading

/// Brings to production what has passed in sandbox.
struct PromoteCommand: ImportingCommand {
    static let configuration = CommandConfiguration(
        commandName: "promote",
        abstract: "Import into production exactly what has passed in the sandbox.",
        discussion: """
            Ids are derived from content, so the same id is the same text and the same image in both environments. Everything that the \
            deliveries want must be uploaded and approved in the environment that it comes from, as the journal knows from the last \
            `settle` there; otherwise nothing is sent, and it says what has not passed.

            EXAMPLES
              glossport promote                       asks first
              glossport promote --yes                 unattended
              glossport promote --wait-for-review 2h  and sets the defaults
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Deliveries") var selection: SelectionOptions
    @OptionGroup(title: "Service") var service: ServiceOptions
    @OptionGroup(title: "Defaults") var flip: FlipOptions
    @OptionGroup(title: "Upload") var upload: UploadOptions
    @OptionGroup(title: "Upload") var absence: AbsenceOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions
    @OptionGroup(title: "Limits") var lock: LockOptions
    @OptionGroup(title: "Limits") var submission: SubmissionOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Output") var findings: FindingOptions

    @Option(help: "Where it has passed.")
    var from: ServiceEnvironment = .sandbox

    @Option(help: "Where it is to go.")
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
                "--environment says \(environment.rawValue), and this goes to \(to.rawValue).",
                remedy:
                    "Leave --environment out, or say with --from and --to where it has passed and where it is to go."
            )
        }
        try upload.approval.check(selection)
        var workspace = try Workspace(project, needsApp: true)
        workspace.project.environment = to
        workspace.selection = try selection.selection()
        let check = try CheckGate.pass(workspace, output, findings, takesDigests: true)
        var work = importing(check.deliveries)
        work.source = from
        try await perform(work, of: workspace, check.report)
    }
}
