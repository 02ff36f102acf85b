import Glossport
import GlossportChecking
import GlossportProject

extension RunCommand {
    /// A command that only reads the journal; the simulation records a run for it, the program does not.
    static let status = RunCommand(rawValue: "status")
}

/// Calls the product's use cases for a user who confirms every question that does not require a number.
///
/// With some mutants, it calls them incorrectly to remove a safeguard.
enum LifeCommands {
    /// A running command with its process, its machine's deliveries and its run.
    struct Work: Sendable {
        let process: LifeProcess
        let deliveries: CheckedDeliveries
        /// Whether it covers the whole delivery.
        let isWhole: Bool
        /// The slots that the checkout's project names; `nil` if projects withdraw nothing.
        let named: Set<DefaultSlot>?
        let run: Run

        var world: LifeWorld { process.world }

        /// Returns the same run for another project.
        func run(for project: Project) -> Run {
            var session = run.session
            session.project = project
            session.project.budgets = run.project.budgets
            session.project.vanishedAfter = run.project.vanishedAfter
            session.project.flip = run.project.flip
            return Run(session, run.journal, run.service, as: run.id, seed: world.with { $0.random.next() })
        }

        /// Records a command's exit status and lets the referee check one of 0.
        ///
        /// - Parameters:
        ///   - status: The command's exit status.
        ///   - excusesReviews: Whether pending reviews count as done.
        ///   - settled: The command's report about defaults, if it has one.
        func claim(_ status: ExitStatus, excusesReviews: Bool, _ settled: SettleSummary?) {
            process.notify { $1.status = status }
            let isDone = status == .done || world.mutant == .reportsDone && status == .notYet
            guard isDone, !process.isDead else { return }
            world.with { $0.report.claims += 1 }
            let kept = settled.map { $0.held.count + $0.rolledBack.count } ?? 0
            let store = store
            process.notify { $0.claims($1, excusesReviews: excusesReviews, kept: kept, store) }
        }

        /// The current state of the service in the process's environment.
        var store: LifeStore { world.with { $0.stores[process.destination.environment] ?? LifeStore() } }

        /// Returns the messages in any of the editions whose texts the service refuses.
        func refused(in editions: [CheckedDeliveries]) async throws -> Set<LifeDeliveries.Key> {
            var keys: Set<LifeDeliveries.Key> = []
            for edition in editions {
                let items = edition.items(after: try await run.contents)
                for item in items.messages where world.refuses(item.id) {
                    keys.insert(LifeDeliveries.Key(message: item.message, locale: item.locale))
                }
            }
            return keys
        }

        /// Returns the desired items and reports them to the referee.
        @discardableResult
        func wanted() async throws -> DesiredItems {
            let items = deliveries.items(after: try await run.contents)
            world.with { $0.referee.knows(items, LifeDeliveries.versions(of: items)) }
            process.notify { $1.delivered = Set(items.items.map(\.id)) }
            return items
        }

        func settling(takesOver: Bool = false) -> Settler.Options {
            Settler.Options(
                takesOver: takesOver || world.mutant == .takesOver,
                verifies: world.mutant != .believesJournal
            )
        }

        func report(_ settled: SettleSummary) {
            world.with { $0.report.conflicts += settled.conflicts.count }
            for conflict in settled.conflicts where !conflict.isBehind {
                process.notify { $0.reports(conflict: conflict.desired.slot, conflict.present, $1) }
            }
        }
    }

    /// Performs a command as a recorded run.
    static func perform<Value: Sendable>(
        _ machine: LifeMachine,
        _ process: LifeProcess,
        _ deliveries: LifeDeliveries,
        _ part: LifeDeliveries.Part? = nil,
        _ body: @Sendable (Work) async throws -> Value
    ) async throws -> Value {
        let world = process.world
        let journal = Journal(LifeLog(machine.log, process))
        var budgets = world.scenario.budgets
        if world.mutant == .spendsTooMuch { budgets = budgets.mapValues { $0 * 2 } }
        let limits = RunLimits(maxWait: .seconds(world.with { $0.isCalm } ? 25 * 3_600 : 900), concurrency: 4)
        let seed = world.with { $0.random.next() }
        let start = RunStart(
            destination: process.destination,
            command: process.command,
            toolVersion: "simulated",
            started: process.time.now
        )
        var delivery = deliveries.edition(machine.edition, part)
        if world.mutant == .withdrawsRest { delivery = CheckedDeliveries(delivery.catalog, for: delivery.project) }
        var project = delivery.project
        project.flip = world.mutant == .flipsEach ? .each : world.scenario.flip
        // Longer than the lag of the simulated lists.
        project.vanishedAfter = world.mutant == .believesLists ? .zero : LifeReferee.lag + .seconds(100)
        return try await journal.recordRun(start, by: process.time) { id in
            let run = Run(
                id,
                journal: journal,
                service: LifeLink(process: process),
                time: process.time,
                project: project,
                budgets: budgets,
                limits: limits,
                stop: process.stop,
                conversation: LifeConsent(),
                progress: LifeProgress(process: process),
                seed: seed
            )
            let named = deliveries.named(machine.edition)
            process.notify { $1.named = named }
            let work = Work(
                process: process,
                deliveries: delivery,
                isWhole: part == nil,
                named: named,
                run: run
            )
            let value = try await body(work)
            return (value, process.facts.status)
        }
    }

    /// Performs `import`, or `promote` if a source is given; waits for reviews if there is a limit.
    ///
    /// - Returns: Whether all items were uploaded; their defaults may still have to be set.
    static func importAll(
        _ work: Work,
        from source: FetchedReviews? = nil,
        waiting limit: Duration? = nil,
        excusesReviews: Bool = false,
        setsBack: Bool = false,
        keepsWithdrawn: Bool = false
    ) async throws -> Bool {
        let wanted = try await work.wanted()
        let defaults = try DesiredDefaults.of(wanted.messages, for: work.deliveries.project)
        let before = work.world.with { $0.referee.journals[work.process.facts.journal] }
        work.process.notify {
            ($1.isWhole, $1.setsBack, $1.keepsWithdrawn) = (work.isWhole, setsBack, keepsWithdrawn)
            $0.intends(defaults, &$1)
        }
        var importing = ImportMessages(work.deliveries)
        importing.source = work.world.mutant == .promotesUnpassed ? nil : source
        importing.settling = work.settling()
        importing.settling.setsBack = setsBack || work.world.mutant == .setsBack
        importing.keepsWithdrawn = keepsWithdrawn
        importing.waitForReview = limit
        importing.reviewPause = .seconds(300)
        importing.replacements = work.world.strikes(work.world.scenario.faults.hesitation) ? 0 : .max
        importing.pendingIsDone = excusesReviews
        let outcome: ImportOutcome
        do {
            outcome = try await importing.perform(in: work.run)
            work.process.notify { $0.adopts($1) }
        } catch let refusal as Refusal {
            guard case .setBack(let setBacks) = refusal.cause else { throw refusal }
            work.world.with { $0.report.refusals += 1 }
            work.process.notify { $0.refuses(setBacks, $1, restoring: before) }
            throw refusal
        } catch let no as Declined {
            work.process.notify { $0.adopts($1) }
            throw no
        }
        if outcome.summary.outcome == .done {
            // Called late because the log contains no event for defaults that were already desired, so the referee
            // still treats such a slot as set by hand.
            work.process.notify { $0.delivers(defaults.map(\.slot), $1) }
        }
        work.claim(outcome.status, excusesReviews: excusesReviews, outcome.settled)
        if let settled = outcome.settled { work.report(settled) }
        if let trouble = outcome.trouble { throw trouble }
        return outcome.summary.outcome == .done
    }

    /// Performs `settle`, or `wait` if there is a limit.
    @discardableResult
    static func settle(
        _ work: Work,
        takesOver: Bool = false,
        for limit: Duration = .zero,
        excusesReviews: Bool = false
    ) async throws -> SettleSummary {
        if takesOver { work.process.notify { $1.takesOver = true } }
        var settling = SettleDefaults(work.settling(takesOver: takesOver), replacements: .max)
        settling.limit = limit
        settling.pause = .seconds(300)
        // Editions omit messages, so only the journal's desired defaults count unless projects withdraw something.
        let run = work.named == nil ? work.run(for: Project(app: LifeDeliveries.app)) : work.run
        settling.pendingIsDone = excusesReviews
        let settled = try await settling.perform(in: run)
        work.claim(settled.status, excusesReviews: excusesReviews, settled.summary)
        work.report(settled.summary)
        return settled.summary
    }

    /// Performs `prune --yes`.
    static func prune(_ work: Work) async throws {
        try await work.wanted()
        if work.world.mutant == .prunesForeign { try await deleteForeign(work) }
        let nothing = CheckedDeliveries(
            CatalogBuilder(project: work.deliveries.project).finish(),
            for: work.deliveries.project
        )
        var prune = PruneService(work.world.mutant == .prunesWanted ? nothing : work.deliveries)
        prune.deletes = true
        prune.deletions = .max
        if let trouble = try await prune.perform(in: work.run).summary?.trouble { throw trouble }
    }

    /// Deletes the messages of other tools.
    private static func deleteForeign(_ work: Work) async throws {
        let (journal, destination) = (work.run.journal, work.process.destination)
        let known = Set(try await journal.allRecords(at: destination).map(\.item.id))
        let ids = work.world.with { $0.stores[destination.environment]?.ids ?? [] }
        _ = try await Pruner(work.run).delete(ids.filter { !known.contains($0) }, .message, evenIfShown: true)
    }

    /// Performs `defaults rollback`.
    static func rollback(_ work: Work, empties: Bool) async throws {
        let isEmptying = empties || work.world.mutant == .rollbackEmpties
        let defaults = try await work.run.journal.read(at: work.process.destination) { $0.defaults }
        work.process.notify { $1.mayEmpty = empties }
        let changed = try await change(
            ChangeDefaults(.rollback(emptiesSlots: isEmptying, isMeant: { _ in true }), takesOver: false),
            naming: Rollback(defaults, deleted: [], emptiesSlots: isEmptying).changes,
            work
        )
        work.world.with { $0.report.rollbacks += changed }
    }

    /// Performs `defaults set` or `defaults delete`.
    static func set(_ work: Work, _ slot: DefaultSlot, _ id: ServiceID?, takesOver: Bool) async throws {
        let desired = DefaultChange.DesiredChange(slot, id)
        work.process.notify { $1.mayEmpty = id == nil }
        try await change(ChangeDefaults(.slots([desired]), takesOver: takesOver), naming: [desired], work)
    }

    /// - Returns: The number of changed defaults if all changes succeeded, otherwise 0.
    @discardableResult
    private static func change(
        _ changing: ChangeDefaults,
        naming changes: [DefaultChange.DesiredChange],
        _ work: Work
    ) async throws -> Int {
        var changing = changing
        changing.replacements = .max
        // Existing items that the user names count as ours from now on.
        work.process.notify { referee, facts in
            for desired in changes { referee.names(desired.slot, desired.id, facts) }
        }
        let changed = try await changing.perform(in: work.run)
        let (store, done) = (work.store, changed.proposals.changes.map(\.desired))
        guard changed.status == .done, !work.process.isDead else { return 0 }
        work.process.notify { $0.claims(done, $1, store) }
        return done.count
    }

    /// Performs `messages delete`.
    static func delete(_ work: Work, _ id: ServiceID) async throws {
        try await work.wanted()
        work.process.notify { $1.deletesByHand = true }
        let deleted = try await DeleteItems([id], .message, evenIfShown: false).perform(in: work.run)
        if let trouble = deleted.summary.trouble { throw trouble }
    }

    /// Performs `defaults hold` or `defaults release`, which send no requests.
    static func hold(_ machine: LifeMachine, _ process: LifeProcess, _ isHeld: Bool, _ slots: Set<DefaultSlot>)
        async throws
    {
        let journal = Journal(LifeLog(machine.log, process))
        let access = JournalAccess(journal, at: process.destination, by: process.time, version: "simulated")
        _ = try await HoldDefaults(isHeld) { slots.contains($0.slot) }.perform(with: access)
    }

    /// Performs `journal compact`, which begins no run.
    static func pruneJournal(_ machine: LifeMachine, _ process: LifeProcess) async throws {
        let journal = Journal(LifeLog(machine.log, process))
        _ = try await journal.prune(before: process.time.now - .seconds(86_400))
    }

    /// Checks that no process of this journal has deleted an item that the journal still records as uploaded.
    static func checkVanished(_ work: Work) async throws {
        let wanted = try await work.wanted()
        let destination = work.process.destination
        let store = work.store
        let records = try await work.run.journal.records(of: wanted.items.map(\.id), at: destination)
        let vanished = wanted.items.map(\.id).filter { records[$0]?.state == .uploaded && !store.holds($0) }
        for id in vanished {
            work.process.notify { referee, facts in
                if referee.hasDeleted(id, facts) {
                    referee.fail("L11", "the journal has deleted \(id), and does not know it")
                }
            }
        }
    }
}

/// A user who confirms everything except an unstated number of replaced defaults.
private struct LifeConsent: Conversation {
    let agreesInAdvance = true
    func confirm(_ question: Question) throws { if question.number != nil { throw Declined(question) } }
}

/// Reports changes by hand to the referee before they are made.
private struct LifeProgress: Progress {
    let process: LifeProcess

    func report(_ event: any ProgressEvent) {
        guard case .changing(let proposals, _)? = event as? DefaultChange.Step, !proposals.changes.isEmpty else {
            return
        }
        process.notify { referee, facts in
            facts.isByHand = true
            for change in proposals.changes { referee.wantsByHand(change.desired.slot, change.desired.id, facts) }
        }
    }
}
