import ArgumentParser
import Glossport
import GlossportProject
import GlossportReading

struct JournalRebuildCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Recreate a lost journal from the deliveries and the service.",
        discussion: """
            Ids are derived from texts, so a delivered text whose id is in the service's list is an uploaded message. Makes one \
            list request and uploads nothing. Messages from older deliveries cannot be recognized, and the spent quota is unknown: \
            wait an hour before the next import, or write `pace: steady` into the project file.

            EXAMPLES
              glossport journal rebuild
              glossport journal rebuild --environment production
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Deliveries") var deliveries: DeliveryOptions
    @OptionGroup(title: "Service") var service: ServiceOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions
    @OptionGroup(title: "Limits") var lock: LockOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Output") var findings: FindingOptions

    func run() async throws {
        let workspace = try Workspace(project, deliveries: deliveries, needsApp: true)
        let check = try await CheckGate.validate(workspace, output, findings)
        let session = try workspace.session(service, limits, lock, showing: RunProgress())
        let rebuilt = try await session.perform(RebuildJournal(check.deliveries)).output
        output.show(RebuildReport(rebuilt, vanishedAfter: workspace.project.vanishedAfter))
        if rebuilt.status != .done { throw rebuilt.status }
    }
}

/// The output of `journal rebuild`; its JSON is stable.
private struct RebuildReport: CommandReport {
    var schema = "glossport.journal-rebuild/1"
    var app: String
    var environment: ServiceEnvironment
    var messages: Int
    var images: Int?
    /// The number of items that were missing from the journal and are now recorded.
    var recorded: Int
    /// The number of delivered items that are not at the service.
    var upload: Int
    /// The number of items that are missing from the newest list, and of those that have vanished.
    var missing, vanished: Int
    @Unencoded private var plan: DeliveryPlan
    @Unencoded private var absences: Absences
    @Unencoded private var vanishedAfter: Duration

    init(_ rebuilt: RebuiltJournal, vanishedAfter: Duration) {
        let (plan, absences) = (rebuilt.plan, rebuilt.absences)
        self.plan = plan
        self.absences = absences
        self.vanishedAfter = vanishedAfter
        let destination = plan.messages.destination
        (app, environment) = (destination.app, destination.environment)
        messages = plan.messages.held
        images = plan.images?.held
        recorded = rebuilt.found
        upload = plan.count(.upload)
        missing = absences.missing.count
        vanished = absences.vanished.count
    }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        let isMissing = { (id: ServiceID) in absences.missing.contains(id) || absences.vanished.contains(id) }
        let seen = plan.plans.map { part in part.items.count { $0.action == .present && !isMissing($0.item.id) } }
        let known = seen.reduce(0, +) - recorded
        let held = plan.plans.map { Plural.of($0.held, $0.kind.rawValue) }.joined(separator: " and ")
        var lines = [
            "The service holds \(held); \(Plural.of(recorded, "item")) of the deliveries recorded"
                + (known > 0 ? ", \(Plural.grouped(known)) known before." : ".")
        ]
        if vanished > 0 {
            lines.append(
                "\(Plural.of(vanished, "item has", "items have")) vanished: uploaded before, and lists lack \(vanished == 1 ? "it" : "them")."
            )
        }
        if missing > 0 {
            lines.append(
                """
                \(Plural.of(missing, "item")) that the journal calls uploaded \
                \(missing == 1 ? "is" : "are") missing in the list, which may lag: `glossport import` checks again, and uploads \
                what lists have lacked for \(vanishedAfter.text).
                """
            )
        }
        if upload > 0 { lines.append("\(Plural.of(upload, "item")) to upload: run `glossport import`.") }
        for (part, seen) in zip(plan.plans, seen) where part.held > seen {
            let others = Plural.of(part.held - seen, part.kind.rawValue)
            lines.append("\(others) at the service can't be recognized in the deliveries.")
        }
        lines.append("The next `glossport import` determines again which defaults the project wants.")
        return lines
    }
}
