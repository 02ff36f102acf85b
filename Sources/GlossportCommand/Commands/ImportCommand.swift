import ArgumentParser
private import Foundation
import Glossport
import GlossportProject
import GlossportReading

struct ImportCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "import",
        abstract: "Upload what is missing; run it again after any interruption.",
        discussion: """
            Checks the deliveries (errors stop it before anything is sent), compares them with the journal and the service, and \
            uploads what is missing: images first, all locales at once. If it is killed, disconnected or throttled, run the same \
            command again: it continues where it stopped, because the journal records every request before it is sent.

            Messages, products and locales that the project file no longer names are withdrawn: an import of all deliveries removes their \
            defaults. An import of some files, messages or locales withdraws nothing.

            EXAMPLES
              glossport import
              glossport import --environment production --yes  unattended
              glossport import --plan plan.json                this plan or nothing
              glossport import vendor/late.xliff               one more file
              glossport import --locale da,fi                  these locales only
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Project") var several: SeveralOptions
    @OptionGroup(title: "Deliveries") var deliveries: DeliveryOptions
    @OptionGroup var importing: ImportingOptions
    @OptionGroup(title: "Output") var reports: ReportOptions

    @Option(
        help: ArgumentHelp("Apply exactly the plan saved with `plan --out`; implies --yes.", valueName: "file"),
        completion: .file(extensions: ["json"])
    )
    var plan: String?

    func run() async throws {
        let agreed = try plan.map { path in
            guard let data = FileManager.default.contents(atPath: path) else {
                throw GlossportError(.unreadableInput, "Can't read \(path).", remedy: "Check the path.")
            }
            return try SavedPlan(json: Array(data), path: path)
        }
        let workspace = try Workspace(project, deliveries: deliveries, needsApp: true)
        try workspace.checkApproval()
        let check = try await CheckGate.validate(
            workspace,
            importing.output,
            importing.findings,
            takesDigests: true,
            reports: reports
        )
        var work = importing.work(check.deliveries)
        work.agreed = agreed
        try await importing.perform(work, of: workspace, check.report)
    }
}
