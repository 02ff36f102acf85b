import GlossportChecking
import GlossportImporting
import GlossportReading
private import RetentionMessagingClient

/// The main job, from checked deliveries to the report.
struct ImportJob {
    let session: Session
    let check: (catalog: Catalog, report: CheckReport, sources: [SourceFile])
    let flip: FlipOptions
    let options: UploadOptions
    /// What was agreed to; anything else is refused.
    var agreed: SavedPlan?
    /// Whether the command can be given a saved plan.
    var takesSavedPlans = false

    private var isAgreed: Bool { options.consent.yes || agreed != nil }

    /// Performs it.
    ///
    /// - Parameters:
    ///   - output: How to print the report.
    ///   - gate: What must hold before anything is sent; sees what is wanted and the journal.
    /// - Throws: ``GlossportError``; `ExitStatus` if it ended otherwise than done.
    func run(
        _ output: OutputForm,
        gate: (WantedItems, LogJournal) async throws -> Void = { _, _ in }
    ) async throws {
        try Confirmation.check(
            session.destination,
            deed: "change production",
            agreed: isAgreed,
            savedPlans: takesSavedPlans
        )
        let status = try await BookedRun.perform(
            .import,
            session,
            sources: try check.sources.map { try $0.runSource },
            output: output
        ) { booked in
            let items = try await session.items(of: check.catalog, booked.journal)
            try await options.approval.gate(items, booked.journal, session.destination)
            try await gate(items, booked.journal)
            let wanted = try DesiredDefaults.of(items.messages, for: session.workspace.project)
            var report = try await upload(items, wanted, booked)
            report.unshown = UnshownMessages.names(
                among: items.messages.map(\.message),
                of: session.workspace.project
            )
            var trouble: (any Error)?
            if report.isComplete {
                do {
                    try await settle(wanted, booked, &report)
                } catch
                    where wanted.isEmpty && options.waitForReview == nil
                    && (error as? GlossportError)?.isOfJournal != true
                {
                    // The list was for the journal's sake; everything that is wanted is done.
                    report.addNoDefaults()
                } catch {
                    // What was uploaded is told all the same.
                    trouble = error
                }
            } else if report.mayLook {
                do {
                    report.seen = SeenReport(try await ImportRun(booked.service).look())
                } catch let error as GlossportError where error.isOfJournal {
                    trouble = error
                } catch {
                    // How the upload ended is graver than that nobody could look.
                }
            }
            if let trouble { report.add(CommandFailure(trouble)) }
            let document = Stamped(report: report, stamp: RunStamp(booked))
            switch output {
            case .table:
                // Where no product shows any of them, the report says so itself.
                let unshown = wanted.isEmpty ? [] : UnshownMessages.lines(report.unshown)
                for line in report.lines(verbose: false, on: .stdout) + unshown { Output.line(line) }
            case .json: Output.line(JSON.document(document))
            case .jsonl: booked.events?.end(document)
            }
            Output.flush()
            if let trouble { throw ToldError(cause: trouble) }
            return ExitStatus(rawValue: Int32(report.exitCode)) ?? .unclassified
        }
        if status != .done { throw status }
    }

    /// Sets the defaults as far as they are approved; also without any, for then the journal knows what Apple has approved.
    private func settle(
        _ wanted: [DesiredDefault],
        _ booked: BookedRun,
        _ report: inout RunReport
    ) async throws {
        let products = DesiredDefaults.products(of: session.workspace.project)
        try await booked.journal.desire(wanted, products: products, in: booked.run)
        let limit = options.waitForReview?.duration ?? .zero
        let summary = try await booked.settle(
            flip,
            stated: agreed == nil ? options.replacement.replacements : .max,
            for: limit,
            every: .seconds(30),
            progress: { booked.events?.show($0) }
        )
        report.seen = summary.sighting.map(SeenReport.init)
        let isTold = summary.wantsDefaults || !summary.vanished.isEmpty || !summary.missing.isEmpty
        guard isTold || options.waitForReview != nil else { return report.addNoDefaults() }
        report.add(
            SettleReport(summary, session.destination, pendingOK: options.review.pendingOK, isImport: true)
        )
    }

    private func upload(
        _ items: WantedItems,
        _ wanted: [DesiredDefault],
        _ booked: BookedRun
    ) async throws -> RunReport {
        let importRun = ImportRun(booked.service)
        let started = session.time.now
        let plan: DeliveryPlan
        do {
            plan = try await importRun.plan(items, adoptsFixedIDs: options.fixedIDs.adoptsFixedIDs)
        } catch let stopped as Stopped {
            Output.talk("The service was still being asked what it holds; nothing was sent.")
            throw stopped
        }
        let other = agreed.map(\.environment).flatMap { $0 == session.destination.environment ? nil : $0.rawValue }
        try Self.refuse(
            agreed?.drift(to: SavedPlan(plan, defaults: wanted, created: "")) ?? [],
            other.map { "The saved plan is for \($0); nothing was sent." }
                ?? "The saved plan does not fit any more; nothing was sent.",
            remedy: other.map { "Add --environment \($0)." }
                ?? "Make it again with `glossport plan --out FILE`, and look at it."
        )
        if agreed == nil { try refuseOverflow(plan) }
        try await confirm(plan, wanted, items, booked)
        tellVanished(plan)
        if let events = booked.events {
            let changes = try await DefaultChanges(wanted, of: [], in: booked.journal, at: session.destination)
            events.show(plan, defaults: changes.rows.count)
        }
        let settings = UploadSettings(concurrency: session.concurrency, adoptsFixedIDs: options.fixedIDs.adoptsFixedIDs)
        let display = ProgressDisplay(time: session.time)
        let summary = try await importRun.upload(
            plan,
            of: items,
            settings: settings,
            seed: UInt64.random(in: .min ... .max),
            progress: { progress in
                if case .uploading(let machine) = progress { display.show(machine) }
                booked.events?.show(progress)
            }
        )
        Output.clearBlock()
        return RunReport(
            summary,
            vanished: plan.vanished.count,
            destination: session.destination,
            elapsed: session.time.now - started,
            journal: session.workspace.journal.description,
            service: session.options.endpoint
        )
    }

    /// Shows what would change in production, and asks.
    private func confirm(
        _ plan: DeliveryPlan,
        _ wanted: [DesiredDefault],
        _ items: WantedItems,
        _ booked: BookedRun
    ) async throws {
        let (destination, journal) = (session.destination, booked.journal)
        guard destination.environment == .production else { return }
        let changes = try await DefaultChanges(
            wanted,
            of: items.messages,
            in: journal,
            at: destination,
            // What was agreed to was seen before.
            asking: isAgreed ? nil : booked.service
        )
        let replaced = changes.replaced
        let budget = DamageBudget(live: changes.live, stated: options.replacement.replacements)
        // A saved plan names each of them.
        let isPermitted = agreed != nil || budget.permits(replaced)
        guard !isAgreed || !isPermitted else { return }
        let uploads = plan.plans.map { ($0.count(.upload), $0.kind.rawValue) }.filter { $0.0 > 0 }
        guard !uploads.isEmpty || !changes.rows.isEmpty else { return }
        let report = PlanReport(
            plan,
            after: FormerMessages(try await journal.allRecords(at: destination)),
            pace: session.pace,
            check: check.report,
            prunable: nil,
            defaults: changes,
            service: session.options.endpoint
        )
        for line in report.table(verbose: false, listsAll: false, on: .stderr).dropLast() { Output.talk(line) }
        let deeds =
            uploads.map { Plural.of($0.0, $0.1) }
            + (changes.rows.isEmpty ? [] : [Plural.of(changes.rows.count, "default")])
        let what =
            deeds.count > 1 ? deeds.dropLast().joined(separator: ", ") + " and " + (deeds.last ?? "") : deeds.joined()
        let text = "Bring \(what) to PRODUCTION for \(destination.app)?"
        guard isPermitted else {
            return try Confirmation.askReplacing(
                replaced,
                of: changes.live,
                text: text,
                refusal: "Nothing was sent."
            )
        }
        try Confirmation.ask(
            Confirmation.Question(deed: "change production", text: text, refusal: "Nothing was sent."),
            destination,
            agreed: false
        )
    }

    /// Says what was there before and has to go out again.
    private func tellVanished(_ plan: DeliveryPlan) {
        let vanished = Set(plan.vanished)
        guard !vanished.isEmpty else { return }
        let titles = plan.plans.flatMap(\.items).filter { vanished.contains($0.item.id) }.map(\.item.title)
        let verb = titles.count == 1 ? "is" : "are"
        Output.talk(
            "\(Plural.of(titles.count, "item has", "items have")) vanished at the service, where somebody must have deleted them, and \(verb) uploaded again:"
        )
        Output.talk(list: titles)
    }

    /// Stops before anything is sent, where not everything fits: which part of it goes is for people to say.
    private func refuseOverflow(_ plan: DeliveryPlan) throws {
        for part in plan.plans where part.count(.overCapacity) > 0 {
            let kind = part.kind.rawValue
            throw GlossportError(
                .capacity,
                """
                There is no room for \(Plural.of(part.count(.overCapacity), kind)): the app holds \
                \(Plural.grouped(part.held)) of \(Plural.grouped(part.capacity)) \(kind)s, and \
                \(Plural.grouped(part.count(.upload) + part.count(.overCapacity))) are to be uploaded. Nothing was sent.
                """,
                remedy: """
                    `glossport prune` shows which ones nothing needs; or say with --message and --locale which of them may go\
                    \(takesSavedPlans ? ", or apply a saved plan" : "").
                    """
            )
        }
    }

    /// Stops before anything is sent, where something is not as it was agreed to.
    ///
    /// - Parameters:
    ///   - differences: What is not; nothing happens if there is none.
    ///   - text: What that means.
    ///   - remedy: What to do about it.
    /// - Throws: ``GlossportError`` with the code ``GlossportError/Code/drift``.
    static func refuse(_ differences: [String], _ text: String, remedy: Advice) throws {
        guard !differences.isEmpty else { return }
        Output.talk(list: differences)
        throw GlossportError(.drift, text, remedy: remedy)
    }
}
