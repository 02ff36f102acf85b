import GlossportChecking
import GlossportImporting

extension RunCommand {
    /// An import of what the sandbox has approved, which real journals know as an import.
    static let promote = RunCommand(rawValue: "promote")
    /// A look at the journal, which the program does not book.
    static let status = RunCommand(rawValue: "status")
}

/// What the commands do, as the command line does it, with the product's own runs.
enum LifeCommands {
    /// A command at work: its process, journal, and way to the service.
    struct Work {
        let process: LifeProcess
        let journal: LifeJournal
        let booked: BookedService
        let deliveries: LifeDeliveries
        let edition: Int

        var world: LifeWorld { process.world }
        var destination: Destination { process.destination }

        func wanted() async throws -> WantedItems {
            let records = try await journal.allRecords(at: destination)
            let deleted = Set(records.filter { $0.state == .deleted }.map(\.item.id))
            let (items, versions) = deliveries.wanted(edition, deleted: deleted)
            world.with { $0.referee.knows(items, versions) }
            process.tell { $1.delivered = Set(items.items.map(\.id)) }
            return items
        }
    }

    /// Performs a command's work as a booked run.
    static func perform<Value: Sendable>(
        _ machine: LifeMachine,
        _ process: LifeProcess,
        _ deliveries: LifeDeliveries,
        _ body: @Sendable (Work) async throws -> Value
    ) async throws -> Value {
        let world = process.world
        let journal = LifeJournal(LogJournal(machine.log), process)
        let run = try await journal.beginRun(
            RunStart(
                destination: process.destination,
                command: process.command,
                toolVersion: "simulated",
                started: process.time.now
            )
        )
        var budgets = world.scenario.budgets
        if world.mutant == .spendsTooMuch { budgets = budgets.mapValues { $0 * 2 } }
        let access = ServiceAccess(
            journal: journal,
            service: LifeLink(process: process),
            time: process.time,
            destination: process.destination,
            budgets: budgets,
            patience: world.with { $0.isCalm }
                ? Patience(maxWait: .seconds(25 * 3_600)) : Patience(),
            // Longer than the simulated lists lag.
            vanishedAfter: world.mutant == .believesLists ? .zero : LifeReferee.lag + .seconds(100),
            stop: process.stop
        )
        let seed = world.with { $0.random.next() }
        let work = Work(
            process: process,
            journal: journal,
            booked: BookedService(access, run: run, seed: seed),
            deliveries: deliveries,
            edition: machine.edition
        )
        do {
            let value = try await body(work)
            try? await journal.endRun(run, at: process.time.now, exitCode: 0)
            return value
        } catch {
            try? await journal.endRun(run, at: process.time.now, exitCode: 1)
            throw error
        }
    }

    /// `import`, and `promote` where a gate is given.
    static func importAll(_ work: Work, from source: Destination? = nil) async throws -> SettleSummary? {
        let wanted = try await work.wanted()
        if let source, work.world.mutant != .promotesUnpassed {
            guard try await hasPassed(wanted, work, at: source) else { return nil }
        }
        let importRun = ImportRun(work.booked)
        let plan = try await importRun.plan(wanted, adoptsFixedIDs: false)
        guard plan.count(.overCapacity) == 0 else { return nil }
        let summary = try await importRun.upload(
            plan,
            of: wanted,
            settings: UploadSettings(concurrency: 4),
            seed: work.world.with { $0.random.next() },
            progress: { _ in }
        )
        guard summary.outcome == .done else { return nil }
        let defaults = LifeDeliveries.defaults(wanted)
        try await work.journal.desire(defaults, products: LifeDeliveries.products, in: work.booked.run)
        return try await settle(work)
    }

    private static func hasPassed(_ wanted: WantedItems, _ work: Work, at source: Destination) async throws -> Bool {
        let records = try await work.journal.records(of: wanted.items.map(\.id), at: source)
        let reviews = try await work.journal.reviews(at: source)
        return wanted.items.allSatisfy { records[$0.id]?.state == .uploaded && reviews[$0.id] == .approved }
    }

    /// `settle`; with a limit `import --wait-for-review` and `wait`.
    @discardableResult
    static func settle(_ work: Work, takesOver: Bool = false, for limit: Duration = .zero) async throws -> SettleSummary
    {
        let world = work.world
        if takesOver { work.process.tell { $1.takesOver = true } }
        let options = SettleRun.Options(
            flip: world.mutant == .flipsEach ? .each : world.scenario.flip,
            takesOver: takesOver || world.mutant == .takesOver,
            verifies: world.mutant != .believesJournal
        )
        // A conflict ends the waiting, so that the last look tells of all.
        let summary = try await SettleRun(work.booked).settle(options, for: limit, every: .seconds(300))
        world.with { $0.report.conflicts += summary.conflicts.count }
        for conflict in summary.conflicts {
            work.process.tell { $0.reports(conflict: conflict.desired.slot, $1) }
        }
        return summary
    }

    /// `prune --yes`.
    static func prune(_ work: Work) async throws {
        let wanted = Set(try await work.wanted().items.map(\.id))
        let prune = PruneRun(work.booked)
        let (plan, _) = try await prune.plan(
            wanted: work.world.mutant == .prunesWanted ? [] : wanted,
            products: LifeDeliveries.allProducts
        )
        _ = try await prune.delete(plan)
    }

    /// `defaults rollback`.
    static func rollback(_ work: Work, empties: Bool) async throws {
        let isEmptying = empties || work.world.mutant == .rollbackEmpties
        let rollback = Rollback(
            try await work.journal.defaults(at: work.destination),
            emptiesSlots: isEmptying
        )
        work.process.tell { $1.mayEmpty = empties }
        try await changeByHand(work, rollback.changes) { slots in
            try await rollback.keep(slots, in: work.journal, work.booked.run)
        }
    }

    /// `defaults set` and `defaults delete`.
    static func set(_ work: Work, _ slot: DefaultSlot, _ id: ServiceID?, takesOver: Bool) async throws {
        work.process.tell { $1.mayEmpty = id == nil }
        try await changeByHand(work, [DefaultChange.Wish(slot, id)], takesOver: takesOver) { _ in }
    }

    private static func changeByHand(
        _ work: Work,
        _ wishes: [DefaultChange.Wish],
        takesOver: Bool = false,
        prepare: (Set<DefaultSlot>) async throws -> Void
    ) async throws {
        let change = DefaultChange(work.booked)
        // What is there already is ours from now on, by their word.
        work.process.tell { referee, facts in
            for wish in wishes { referee.names(wish.slot, wish.id, facts) }
        }
        let proposals = try await change.propose(wishes, takesOver: takesOver)
        let changed = proposals.changes.map(\.wish)
        guard !changed.isEmpty else { return }
        work.process.tell { referee, facts in
            facts.isByHand = true
            for wish in changed { referee.wantsByHand(wish.slot, wish.id, facts) }
        }
        try await prepare(Set(changed.map(\.slot)))
        _ = try await change.apply(proposals)
    }

    /// Whether what vanished at the service did so by other hands.
    static func checkVanished(_ work: Work) async throws {
        let wanted = try await work.wanted()
        let store = work.world.with { $0.stores[work.destination.environment] ?? LifeStore() }
        let records = try await work.journal.records(of: wanted.items.map(\.id), at: work.destination)
        let vanished = wanted.items.map(\.id).filter { records[$0]?.state == .uploaded && !store.holds($0) }
        for id in vanished {
            work.process.tell { referee, facts in
                if referee.hasDeleted(id, facts) {
                    referee.fail("L11", "the journal has deleted \(id), and does not know it")
                }
            }
        }
    }
}
