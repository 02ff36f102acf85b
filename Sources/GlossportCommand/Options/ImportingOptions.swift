import ArgumentParser
import Glossport
import GlossportProject

/// The options of `import` and `promote`, and the steps that apply them.
struct ImportingOptions: ParsableArguments {
    @OptionGroup(title: "Service") var service: ServiceOptions
    // The groups are not nested further, because a debug build of ArgumentParser validates each level of groups five
    // times as often as the level above.
    @OptionGroup(title: "Upload") var consent: ConsentOptions
    @OptionGroup(title: "Upload") var upload: UploadOptions
    @OptionGroup(title: "Upload") var review: ReviewOptions
    @OptionGroup(title: "Defaults") var takeOver: TakeOverOptions
    @OptionGroup(title: "Defaults") var replacement: ReplacementOptions
    @OptionGroup(title: "Limits") var limits: LimitOptions
    @OptionGroup(title: "Limits") var lock: LockOptions
    @OptionGroup(title: "Output") var output: OutputOptions
    @OptionGroup(title: "Output") var findings: FindingOptions

    /// An import of the deliveries, configured by the flags.
    func work(_ deliveries: CheckedDeliveries) -> ImportMessages {
        var work = ImportMessages(deliveries)
        work.settling = takeOver.options
        work.waitForReview = upload.waitForReview?.duration
        work.replacements = replacement.replacements
        work.keepsWithdrawn = upload.keepsWithdrawn
        work.retriesRefused = upload.retriesRefused
        work.pendingIsDone = review.pendingOK
        return work
    }

    func reviews(of deliveries: CheckedDeliveries, in workspace: Workspace) async throws -> FetchedReviews {
        try await workspace.session(service, limits, lock, showing: RunProgress())
            .perform(FetchReviews(deliveries)).output
    }

    func perform(_ work: ImportMessages, of workspace: Workspace, _ check: CheckReport) async throws {
        var conversation = TerminalConversation(agreed: consent.yes)
        conversation.takesSavedPlans = work.source == nil
        let endpoint = try service.endpoint(for: try workspace.destination().environment)
        let progress = RunProgress(output.output) { event in
            guard case .proposed(let plan)? = event as? ImportStep else { return }
            var report = PlanReport(plan, pace: workspace.project.pace, check: check, service: endpoint)
            report.extent = .changes
            for line in report.lines(verbose: false, on: .stderr) { Output.report(line) }
        }
        let session = try workspace.session(
            service,
            limits,
            lock,
            asking: conversation,
            showing: progress
        )
        let finished = try await session.perform(work)
        let outcome = finished.output
        var report = ImportReport(outcome, session.destination, journal: finished.stamp.journal, service: endpoint)
        if let settled = outcome.settled {
            let status = settled.status(pendingIsDone: work.pendingIsDone)
            let defaults = SettleReport(
                settled,
                session.destination,
                status,
                isImport: true,
                keepsWithdrawn: work.keepsWithdrawn
            )
            report.add(defaults, outcome.status)
        }
        if let trouble = outcome.trouble { report.add(CommandFailure(trouble), outcome.status) }
        output.show(Joined(report, report.summary), RunStampReport(finished.stamp, ended: session.time.now), progress)
        if let trouble = outcome.trouble { throw ReportedError(cause: trouble, status: outcome.status) }
        if outcome.status != .done { throw outcome.status }
    }
}
