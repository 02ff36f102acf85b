import Glossport
import GlossportProject

/// Drives the product's commands through one ``LifeScenario`` in virtual time.
///
/// One or two machines import, wait for reviews, settle, prune, promote and roll back, with crashes, stops, faults,
/// lost journals and other tools' changes. ``LifeReferee`` checks the invariants. Everything runs on one thread, so the
/// same seed gives the same run.
///
/// ```swift
/// let report = LifeSimulation(.drawn(from: 4711)).run()
/// precondition(report.violations.isEmpty)
/// ```
package struct LifeSimulation {
    let world: LifeWorld
    var deliveries: LifeDeliveries
    var machines: [LifeMachine] = []
    private var nextJournal = 1
    private var foreign = 0

    var scenario: LifeScenario { world.scenario }

    /// - Parameters:
    ///   - scenario: The work and the faults.
    ///   - mutant: A safeguard to remove.
    package init(_ scenario: LifeScenario, mutant: LifeMutant? = nil) {
        world = LifeWorld(scenario, mutant: mutant)
        deliveries = world.with {
            LifeDeliveries(
                seed: scenario.seed,
                editions: scenario.editions,
                pictures: scenario.hasPictures,
                withdraws: scenario.withdraws,
                random: &$0.random
            )
        }
        for number in 0..<scenario.machines {
            var machine = LifeMachine(number: number, journalNumber: nextJournal)
            if scenario.sharesJournal, let first = machines.first {
                (machine.log, machine.journalNumber) = (first.log, first.journalNumber)
            } else {
                nextJournal += 1
            }
            machines.append(machine)
        }
    }

    /// Runs the simulation and returns a report with all violations.
    package mutating func run() -> LifeReport {
        let start = world.now
        for _ in 0..<scenario.steps where isSound { step() }
        if isSound { finish() }
        return world.with { state in
            state.report.violations = state.referee.violations
            state.report.time = world.now - start
            return state.report
        }
    }

    var isSound: Bool { world.with { $0.referee.violations.isEmpty } }

    // MARK: Steps

    private mutating func step() {
        let index = world.draw(0...(machines.count - 1))
        upset(index)
        world.wakeSome()
        if world.happens(scenario.others) { otherToolActs() }
        let environment: ServiceEnvironment = world.happens(scenario.production) ? .production : .sandbox
        switch world.draw(0...26) {
        case 0, 1: liveThrough(index, environment)
        case 24...26: fallBehind(index, world.happens(0.6) ? .production : environment)
        case 2...5:
            // A user checks out the next delivery or reruns an old pipeline.
            if world.happens(scenario.reruns) {
                machines[index].edition = world.draw(0...machines[index].edition)
            } else if world.happens(0.8) {
                machines[index].edition = min(machines[index].edition + 1, deliveries.newest)
            }
            let part = world.happens(scenario.parts) ? world.pick(LifeDeliveries.parts) : nil
            importAsDrawn(index, environment, part)
        case 6...10:
            let excuses = world.happens(0.3)
            perform(.settle, index, environment) { _ = try await LifeCommands.settle($0, excusesReviews: excuses) }
        case 11, 12:
            perform(.wait, index, environment) { _ = try await LifeCommands.settle($0, for: .seconds(14_400)) }
        case 13...15: perform(.prune, index, environment) { try await LifeCommands.prune($0) }
        case 16:
            let reviews = perform(.promote, index, .sandbox) { work in
                try await FetchReviews(work.deliveries).perform(in: work.run)
            }
            guard let reviews else { break }
            perform(.promote, index, .production) { _ = try await LifeCommands.importAll($0, from: reviews) }
        case 17:
            let empties = world.happens(0.3)
            perform(.changeDefaults, index, environment) { try await LifeCommands.rollback($0, empties: empties) }
        case 18: setByHand(index, environment)
        case 19...21: holdAndRollBack(index, environment)
        case 22: deleteByHand(index, environment)
        default: perform(.settle, index, environment) { _ = try await LifeCommands.settle($0, takesOver: true) }
        }
        if world.happens(0.05) {
            let url = world.happens(0.7) ? "https://example.com/\(world.draw(1...9))" : nil
            perform(.realtime, index, environment) { try await LifeCommands.setRealtimeURL($0, url) }
        }
        let isLong = world.happens(0.5)
        world.clock.pass(.seconds(world.draw(isLong ? 3_600...20_000 : 60...1_200)))
    }

    /// Imports and settles the next edition, then prunes the texts that it replaced.
    private mutating func liveThrough(_ index: Int, _ environment: ServiceEnvironment) {
        publishNext(index, environment)
        perform(.prune, index, environment) { try await LifeCommands.prune($0) }
    }

    private func importAsDrawn(_ index: Int, _ environment: ServiceEnvironment, _ part: LifeDeliveries.Part?) {
        let (setsBack, keeps) = (world.happens(scenario.setBacks), world.happens(scenario.withdraws ? 0.2 : 0))
        perform(.import, index, environment, part: part) { work in
            let limit = work.world.happens(0.3) ? Duration.seconds(7_200) : nil
            let excuses = work.world.happens(0.3)
            _ = try await LifeCommands.importAll(
                work,
                waiting: limit,
                excusesReviews: excuses,
                setsBack: setsBack,
                keepsWithdrawn: keeps
            )
        }
    }

    /// Publishes one or two editions, imports from an old checkout, then settles as a cron job does.
    private mutating func fallBehind(_ index: Int, _ environment: ServiceEnvironment) {
        for _ in 0..<world.draw(1...2) { publishNext(index, environment) }
        let other = world.draw(0...(machines.count - 1))
        let newest = machines[other].edition
        machines[other].edition = world.draw(0...newest)
        importAsDrawn(other, environment, world.happens(scenario.parts) ? world.pick(LifeDeliveries.parts) : nil)
        world.clock.pass(.seconds(world.draw(1...20_000)))
        perform(.settle, world.draw(0...(machines.count - 1)), environment) { _ = try await LifeCommands.settle($0) }
        machines[other].edition = newest
    }

    /// Imports the next edition, lets time pass for its review, and settles it.
    private mutating func publishNext(_ index: Int, _ environment: ServiceEnvironment) {
        machines[index].edition = min(machines[index].edition + 1, deliveries.newest)
        perform(.import, index, environment) { _ = try await LifeCommands.importAll($0) }
        world.clock.pass(.seconds(15_000))
        perform(.settle, index, environment) { _ = try await LifeCommands.settle($0) }
        // The last request of a dead process may still be on its way.
        world.clock.pass(.seconds(600))
    }

    /// Holds, rolls back, imports and releases in random order, then settles as a cron job does.
    private mutating func holdAndRollBack(_ index: Int, _ environment: ServiceEnvironment) {
        let slots = Set(LifeDeliveries.slots.filter { _ in world.happens(0.6) })
        // A rollback has an effect only after two editions were live.
        for _ in 0..<world.draw(0...2) { publishNext(index, environment) }
        for _ in 0..<world.draw(1...4) {
            switch world.draw(0...4) {
            case 0, 1: hold(true, slots, index, environment)
            case 2: perform(.changeDefaults, index, environment) { try await LifeCommands.rollback($0, empties: false) }
            case 3: hold(false, slots, index, environment)
            default:
                machines[index].edition = min(machines[index].edition + 1, deliveries.newest)
                perform(.import, index, environment) { _ = try await LifeCommands.importAll($0) }
            }
            world.clock.pass(.seconds(world.draw(1...7_200)))
        }
        perform(.settle, index, environment) { _ = try await LifeCommands.settle($0) }
    }

    func hold(_ isHeld: Bool, _ slots: Set<DefaultSlot>, _ index: Int, _ environment: ServiceEnvironment) {
        let machine = machines[index]
        let process = LifeProcess(world, machine, .changeDefaults, environment)
        world.trace("\(isHeld ? "hold" : "release") by machine \(index): \(slots.sorted())")
        world.with { $0.report.holds += 1 }
        _ = world.run(process) { process in try await LifeCommands.hold(machine, process, isHeld, slots) }
    }

    /// Deletes another tool's message by hand, or tries to delete one that customers see.
    private func deleteByHand(_ index: Int, _ environment: ServiceEnvironment) {
        let ids = world.with { state -> [ServiceID] in
            let store = state.stores[environment] ?? LifeStore()
            let shown = Set(store.defaults.values)
            return store.ids.filter {
                store.entries[$0]?.kind == .message && (shown.contains($0) || state.referee.locales[$0] == nil)
            }
        }
        guard let id = world.pick(ids) else { return }
        perform(.items(.message), index, environment) { try await LifeCommands.delete($0, id) }
    }

    /// Draws the faults of the next command, and may prune or back up the machine's journal.
    private mutating func upset(_ index: Int) {
        if world.strikes(scenario.journalLoss) { loseJournal(of: index) }
        if world.strikes(scenario.clockSteps) {
            let skew = Duration.seconds(world.draw(-7_200...7_200))
            // Machines that share a journal use one clock, the server's.
            for place in machines.indices where machines[place].journalNumber == machines[index].journalNumber {
                machines[place].skew = skew
                let machine = machines[place]
                world.with { $0.referee.setsClock(of: machine.number, journal: machine.journalNumber) }
            }
        }
        if world.happens(scenario.journalPrunes) { pruneJournal(of: index) }
        // Makes a backup.
        if scenario.journalLoss > 0, world.happens(0.3) {
            let (old, number) = (machines[index].journalNumber, takeJournalNumber())
            machines[index].copy = (MemoryLog(copying: machines[index].log), number)
            world.with { $0.referee.copyFacts(of: old, to: number) }
        }
        for environment in ServiceEnvironment.allCases {
            if world.strikes(scenario.faults.silence) { silence(environment) }
        }
        let revokes = world.strikes(scenario.faults.revocation)
        let goesOut = world.strikes(scenario.faults.outage)
        if revokes {
            world.clock.after(.milliseconds(world.draw(1...10_000))) { [world] in
                let now = world.now
                world.with { $0.revoked = now }
            }
        }
        if goesOut {
            let wait = Duration.seconds(world.draw(5...1_500))
            world.clock.after(.milliseconds(world.draw(1...10_000))) { [world] in
                let now = world.now
                world.with { $0.outUntil = now + wait }
            }
        }
    }

    /// Makes the service refuse to show some defaults, or show all of them again.
    private func silence(_ environment: ServiceEnvironment) {
        let answers = [
            (403, 4_030_099), (400, 4_000_000), (400, 4_000_163), (404, 4_040_015), (404, 4_040_099), (422, nil),
        ]
        guard world.happens(0.6), let (status, code) = world.pick(answers) else {
            return world.with { $0.unreadable[environment] = nil }
        }
        let slots = LifeDeliveries.slots.filter { _ in world.happens(0.4) }
        world.trace("the service refuses to show \(slots): \(status) \(code ?? 0)")
        let answer = SimulatedService.answer(status, code)
        world.with { $0.unreadable[environment] = Dictionary(slots.map { ($0, answer) }) { $1 } }
    }

    private mutating func takeJournalNumber() -> Int {
        defer { nextJournal += 1 }
        return nextJournal
    }

    /// Replaces a journal with an empty one or with an old copy.
    private mutating func loseJournal(of index: Int) {
        let number = takeJournalNumber()
        let copy = world.happens(0.6) ? machines[index].copy : nil
        let (old, log) = (machines[index].journalNumber, copy.map { MemoryLog(copying: $0.log) } ?? MemoryLog())
        for place in machines.indices where machines[place].journalNumber == old {
            (machines[place].log, machines[place].journalNumber) = (log, number)
            let machine = machines[place].number
            world.with { $0.referee.replaceJournal(of: machine, by: number, as: copy?.number) }
        }
    }

    /// Removes old events that nothing depends on.
    private func pruneJournal(of index: Int) {
        let machine = machines[index]
        let process = LifeProcess(world, machine, RunCommand(rawValue: "journal-prune"), .sandbox)
        world.trace("journal \(machine.journalNumber) is pruned")
        _ = world.run(process) { process in try await LifeCommands.pruneJournal(machine, process) }
    }

    @discardableResult
    func perform<Value: Sendable>(
        _ command: RunCommand,
        _ index: Int,
        _ environment: ServiceEnvironment,
        part: LifeDeliveries.Part? = nil,
        _ body: @escaping @Sendable (LifeCommands.Work) async throws -> Value
    ) -> Value? {
        let (machine, deliveries) = (machines[index], deliveries)
        let process = LifeProcess(world, machine, command, environment)
        world.trace(
            "\(command) of machine \(index), journal \(machine.journalNumber), edition \(machine.edition)\(part.map { ", \($0)" } ?? ""), \(environment)"
        )
        return world.run(process) { process in
            try await LifeCommands.perform(machine, process, deliveries, part, body)
        }
    }

    private func setByHand(_ index: Int, _ environment: ServiceEnvironment) {
        let store = world.with { $0.stores[environment] ?? LifeStore() }
        let messages = store.ids.filter { store.entries[$0]?.kind == .message }
        guard let slot = world.pick(LifeDeliveries.slots) else { return }
        let id = world.happens(0.8) ? world.pick(messages) : nil
        let takesOver = world.happens(0.5)
        perform(.changeDefaults, index, environment) {
            try await LifeCommands.set($0, slot, id, takesOver: takesOver)
        }
    }

    // MARK: Other tools

    /// Changes messages, images or defaults at the service, as another tool would.
    private mutating func otherToolActs() {
        let environment: ServiceEnvironment = world.happens(0.75) ? .sandbox : .production
        let (now, choice) = (world.now, world.draw(0...6))
        foreign += 1
        let id = ServiceID(high: 0xF0E1_0000_0000_5000, low: 0x8000_0000_0000_0000 | UInt64(foreign))
        let slot = world.pick(LifeDeliveries.slots)
        let store = world.with { $0.stores[environment] ?? LifeStore() }
        let shown = Set(store.defaults.values)
        let messages = store.ids.filter { store.entries[$0]?.kind == .message }
        // Our messages are set only in their own locale, because the product does not expect them in other locales.
        let locales = world.with { $0.referee.locales }
        let older = world.pick(
            messages.filter { store.isShowable($0) && (locales[$0] == nil || locales[$0] == slot?.locale) }
        )
        let victim = world.pick(messages.filter { !shown.contains($0) })
        // The messages to delete: all, as in a wiped sandbox, or one, even if customers see it.
        let lost = choice < 5 ? [] : world.happens(0.25) ? messages : world.pick(messages).map { [$0] } ?? []
        let image = world.pick(store.ids.filter { store.entries[$0]?.kind == .image })
        world.trace("somebody acts (\(choice)) in \(environment): \(slot.map { "\($0)" } ?? "-")")
        world.with { state in
            switch choice {
            case 0, 1:
                _ = state.stores[environment]?.upload(.message, id, images: [], at: now)
                state.stores[environment]?.review(id, .approved, at: now)
                guard let slot, choice == 1 else { return }
                if state.stores[environment]?.setDefault(slot, to: id).outcome == .accepted {
                    state.referee.otherToolSets(slot, in: environment)
                }
            case 2:
                guard let slot, let older else { return }
                _ = state.stores[environment]?.setDefault(slot, to: older)
                state.referee.otherToolSets(slot, in: environment)
            case 3:
                guard let slot else { return }
                _ = state.stores[environment]?.deleteDefault(slot)
                state.referee.otherToolSets(slot, in: environment)
            case 5, 6:
                for id in lost {
                    _ = state.stores[environment]?.delete(.message, id, at: now)
                    state.referee.otherToolDeletes(id, in: environment)
                }
                guard lost.count > 1 else { return }
                for id in state.stores[environment]?.ids ?? [] {
                    _ = state.stores[environment]?.delete(.image, id, at: now)
                    state.referee.otherToolDeletes(id, in: environment)
                }
            default:
                if let image { _ = state.stores[environment]?.upload(.message, id, images: [image], at: now) }
                guard let victim else { return }
                _ = state.stores[environment]?.delete(.message, victim, at: now)
                state.referee.otherToolDeletes(victim, in: environment)
            }
        }
    }
}
