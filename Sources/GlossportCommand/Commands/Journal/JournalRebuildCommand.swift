import ArgumentParser
import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// Makes a lost journal again.
struct JournalRebuildCommand: LimitedCommand {
    static let configuration = CommandConfiguration(
        commandName: "rebuild",
        abstract: "Make a lost journal again from the deliveries and the service.",
        discussion: """
            An id is derived from its text, so the same text in the deliveries and the same id in the service's list are the same \
            message. One list call; nothing is uploaded. What was uploaded from older deliveries can't be \
            recognized, and the hour's spent quota is forgotten: wait an hour before the next import, or use --pace steady.

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
    @OptionGroup var fixedIDs: FixedIDOptions
    @OptionGroup var absence: AbsenceOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Output") var findings: FindingOptions

    func run() async throws {
        let workspace = try Workspace(project, deliveries: deliveries, needsApp: true)
        let check = try CheckGate.pass(workspace, output, findings)
        let session = try workspace.session(service, limits, lock, absence: absence, telling: RunProgress())
        var work = RebuildJournal(check.deliveries)
        work.adoptsFixedIDs = fixedIDs.adoptsFixedIDs
        let rebuilt = try await session.perform(work).output
        switch output.output {
        case .table: report(rebuilt.plan, rebuilt.absences, found: rebuilt.found)
        case .json: Output.line(JSON.document(RebuildReport(rebuilt)))
        case .jsonl: Output.line(JSON.line(RebuildReport(rebuilt)))
        }
        Output.flush()
        if rebuilt.status != .done { throw rebuilt.status }
    }

    private func report(_ plans: DeliveryPlan, _ absences: Absences, found: Int) {
        let isMissing = { (id: ServiceID) in absences.missing.contains(id) || absences.vanished.contains(id) }
        let seen = plans.plans.map { plan in plan.items.count { $0.action == .present && !isMissing($0.item.id) } }
        let known = seen.reduce(0, +) - found
        let held = plans.plans.map { Plural.of($0.held, $0.kind.rawValue) }.joined(separator: " and ")
        var lines = [
            "The service holds \(held); \(Plural.of(found, "item")) of the deliveries recorded"
                + (known > 0 ? ", \(Plural.grouped(known)) known before." : ".")
        ]
        if !absences.vanished.isEmpty {
            lines.append(
                "\(Plural.of(absences.vanished.count, "item has", "items have")) vanished: uploaded before, and lists lack \(absences.vanished.count == 1 ? "it" : "them")."
            )
        }
        if !absences.missing.isEmpty {
            lines.append(
                """
                \(Plural.of(absences.missing.count, "item")) that the journal calls uploaded \
                \(absences.missing.count == 1 ? "is" : "are") missing in the list, which may lag: `glossport import` looks again, and uploads \
                again what lists have lacked for \(TimeText.duration(absence.vanishedAfter.duration)).
                """
            )
        }
        if plans.count(.upload) > 0 {
            lines.append("\(Plural.of(plans.count(.upload), "item")) to upload: `glossport import` does it.")
        }
        for (plan, seen) in zip(plans.plans, seen) where plan.held > seen {
            let others = Plural.of(plan.held - seen, plan.kind.rawValue)
            lines.append("\(others) of the service can't be recognized in the deliveries.")
        }
        lines.append("Which defaults the project wants is not known again before the next `glossport import`.")
        for line in lines { Output.line(line) }
    }
}

/// What `journal rebuild` tells; as JSON it is stable.
private struct RebuildReport: Encodable {
    var schema = "glossport.journal-rebuild/1"
    var app, environment: String
    /// What the service holds.
    var messages: Int
    var images: Int?
    /// Items that are recorded now and were not before.
    var recorded: Int
    /// Items of the deliveries that are not there.
    var upload: Int
    /// Items that the newest list lacks, and those that have vanished.
    var missing, vanished: Int

    init(_ rebuilt: RebuiltJournal) {
        let plan = rebuilt.plan
        app = plan.messages.plan.destination.app
        environment = plan.messages.plan.destination.environment.rawValue
        messages = plan.messages.plan.held
        images = plan.images?.plan.held
        recorded = rebuilt.found
        upload = plan.count(.upload)
        missing = rebuilt.absences.missing.count
        vanished = rebuilt.absences.vanished.count
    }
}
