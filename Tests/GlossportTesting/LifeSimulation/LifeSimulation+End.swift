import Glossport
import GlossportProject

/// The end of a life, after the faults.
extension LifeSimulation {
    /// Ends the faults and checks that the machine with the newest deliveries reaches its desired state.
    mutating func finish() {
        world.clock.pass(.seconds(120))
        world.with { state in
            state.isCalm = true
            state.outUntil = nil
            for environment in ServiceEnvironment.allCases { state.stores[environment]?.capacity = 2_000 }
        }
        let index = machines.indices.max { machines[$0].edition < machines[$1].edition } ?? 0
        machines[index].edition = deliveries.newest
        let environment: ServiceEnvironment = world.happens(0.75) ? .sandbox : .production
        hold(false, Set(LifeDeliveries.slots), index, environment)
        correctTexts(index, environment)
        guard isSound else { return }
        perform(.status, index, environment) { try await LifeCommands.checkVanished($0) }
        var summary: SettleSummary?
        for _ in 0..<40 where isSound {
            let isImported = perform(.import, index, environment) {
                try await LifeCommands.importAll($0, setsBack: true)
            }
            approveAll(environment)
            if isImported == true {
                summary = perform(.settle, index, environment) { try await LifeCommands.settle($0) }
                if let summary, Self.isComplete(summary) { break }
            }
            world.clock.pass(.seconds(3_600))
        }
        guard isSound else { return }
        // An item that another tool deleted and no delivery contains is reported instead of waited for.
        if let summary, !summary.vanished.isEmpty { return checkVanishedItems(summary, environment, index) }
        guard let summary, [.done, .conflict].contains(summary.outcome) else {
            let end = summary.map { "\($0.outcome.rawValue): \($0.waiting.map(\.reason) + $0.failed.map(\.reason))" }
            return world.fail("L11", "\(environment) is not settled: \(end ?? "not even imported")")
        }
        var conflicts = Set(summary.conflicts.map(\.desired.slot))
        // Defaults that should already be right are verified over time, as the allowance permits.
        for _ in 0..<12 where isSound && !isRight(environment, index, conflicts) {
            world.clock.pass(.seconds(3_600))
            let next = perform(.settle, index, environment) { try await LifeCommands.settle($0) }
            conflicts.formUnion(next?.conflicts.map(\.desired.slot) ?? [])
        }
        check(environment, index, conflicts: conflicts)
        for _ in 0..<12 where isSound && !isRight(environment, index, []) {
            _ = perform(.settle, index, environment) { try await LifeCommands.settle($0, takesOver: true) }
            world.clock.pass(.seconds(3_600))
        }
        check(environment, index, conflicts: [])
        guard isSound else { return }
        // After pruning, customers see the same defaults, and all desired items are still at the service.
        perform(.prune, index, environment) { try await LifeCommands.prune($0) }
        check(environment, index, conflicts: [])
    }

    /// L17: checks that refused texts hold back only their own messages, then delivers corrected texts.
    private mutating func correctTexts(_ index: Int, _ environment: ServiceEnvironment) {
        let editions = (0...deliveries.newest).map { deliveries.edition($0) }
        let refused = perform(.status, index, environment) { try await $0.refused(in: editions) } ?? []
        var waiting: [DesiredDefault] = []
        for _ in 0..<40 where isSound && !refused.isEmpty {
            perform(.import, index, environment) { _ = try await LifeCommands.importAll($0, setsBack: true) }
            approveAll(environment)
            let summary = perform(.settle, index, environment) { try await LifeCommands.settle($0, takesOver: true) }
            waiting = wrong(environment, index, but: refused)
            // A vanished item that no delivery contains also holds back its message.
            if summary?.vanished.isEmpty == false { waiting = [] }
            if waiting.isEmpty { break }
            world.clock.pass(.seconds(3_600))
        }
        if let first = waiting.first, isSound {
            world.fail("L17", "\(first.slot) waits for \(first.message), though only others were refused")
        }
        if !refused.isEmpty { deliveries.correct(refused) }
        machines[index].edition = deliveries.newest
        world.with { $0.acceptsTexts = true }
    }

    /// Returns the defaults that are wrong although no refused text holds them back.
    private func wrong(
        _ environment: ServiceEnvironment,
        _ index: Int,
        but refused: Set<LifeDeliveries.Key>
    ) -> [DesiredDefault] {
        let wanted = perform(.status, index, environment) { try await $0.wanted() } ?? DesiredItems()
        let store = world.with { $0.stores[environment] ?? LifeStore() }
        let names = Set(refused.map(\.message))
        return deliveries.defaults(wanted, of: machines[index].edition).filter { desired in
            let key = LifeDeliveries.Key(message: desired.message, locale: desired.slot.locale)
            let isHeldBack = scenario.flip == .each ? refused.contains(key) : names.contains(desired.message)
            return !isHeldBack && store.defaults[desired.slot] != desired.item
        }
    }

    /// L13: checks that no reported item is in the deliveries, and that no unreported vanished item is waited for.
    private func checkVanishedItems(_ summary: SettleSummary, _ environment: ServiceEnvironment, _ index: Int) {
        guard let wanted = perform(.status, index, environment, { try await $0.wanted() }) else { return }
        let ids = Set(wanted.items.map(\.id))
        for record in summary.vanished where ids.contains(record.item.id) {
            world.fail("L13", "\(record.item.title) is wanted and gone, and no import brings it back")
        }
        let store = world.with { $0.stores[environment] ?? LifeStore() }
        let reported = Set(summary.vanished.map(\.item.id))
        let awaited = (summary.waiting + summary.failed).map(\.desired.item) + summary.pending.map(\.item.id)
        for id in awaited where !store.holds(id) && !reported.contains(id) {
            world.fail("L13", "\(id) is gone, and waited for")
        }
    }

    /// Whether everything is in place except for defaults that other tools have set.
    private static func isComplete(_ summary: SettleSummary) -> Bool {
        let items = summary.pending + summary.missing + summary.vanished
        let isAwaited = !items.isEmpty || !summary.waiting.isEmpty
        return [.done, .conflict].contains(summary.outcome) && !isAwaited
    }

    private func approveAll(_ environment: ServiceEnvironment) {
        let now = world.now
        world.with { state in
            for id in state.stores[environment]?.ids ?? [] {
                state.stores[environment]?.review(id, .approved, at: now)
            }
        }
        world.clock.pass(.seconds(1))
    }

    private func isRight(_ environment: ServiceEnvironment, _ index: Int, _ conflicts: Set<DefaultSlot>) -> Bool {
        guard let wanted = perform(.status, index, environment, { try await $0.wanted() }) else { return false }
        let store = world.with { $0.stores[environment] ?? LifeStore() }
        return deliveries.defaults(wanted, of: machines[index].edition).allSatisfy {
            store.defaults[$0.slot] == $0.item || conflicts.contains($0.slot)
        }
    }

    /// Checks that customers see the defaults of the newest deliveries, or those set from elsewhere.
    private func check(_ environment: ServiceEnvironment, _ index: Int, conflicts: Set<DefaultSlot>) {
        let wanted = perform(.status, index, environment) { try await $0.wanted() }
        guard let wanted else { return }
        let store = world.with { $0.stores[environment] ?? LifeStore() }
        for desired in deliveries.defaults(wanted, of: machines[index].edition) {
            let shown = store.defaults[desired.slot]
            if shown != desired.item, !conflicts.contains(desired.slot) {
                world.fail("L11", "\(desired.slot) shows \(shown.map { "\($0)" } ?? "nothing"), not \(desired.item)")
            }
            if shown == desired.item, conflicts.contains(desired.slot) {
                world.fail("L11", "\(desired.slot) is right, and called a conflict")
            }
        }
        let named = deliveries.named(machines[index].edition)
        world.with { $0.referee.checkEmptied(store, but: named, in: environment, machines[index]) }
        for item in wanted.items where !store.holds(item.id) {
            world.fail("L11", "\(item.title) is wanted, and not at the service")
        }
    }
}
