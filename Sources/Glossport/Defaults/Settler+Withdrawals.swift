import GlossportChecking
import GlossportProject
import GlossportReading

extension Settler {
    /// Removes the withdrawn defaults whose removal a user agreed to in an import, and adds to the summary every
    /// withdrawn default that was still set.
    func remove(
        _ withdrawals: Withdrawals,
        _ options: Options,
        _ records: [DefaultSlot: DefaultRecord],
        _ items: [ServiceID: Item],
        _ summary: inout SettleSummary
    ) async throws {
        summary.held += withdrawals.held.map {
            SettlePlan.Kept(slot: $0.slot, message: $0.message, present: $0.present, isWithdrawn: true)
        }
        let isWhole = options.removesWithdrawn && options.selection.isEverything
        let mayRemove = { @Sendable (slot: Withdrawals.Slot) in isWhole && slot.withdrawal == .agreed }
        let open = withdrawals.slots.filter { !$0.isHeld }
        // Includes slots without a known default if a superseded run may have set one.
        let candidates = open.filter { isWhole && $0.isUncertain || $0.present != nil && mayRemove($0) }
        let left = Set(open.filter { $0.present != nil }).subtracting(candidates)
        summary.withdrawn = left.map { .init(slot: $0, fate: .kept) }
        let body = { @Sendable (withdrawn: Withdrawals.Slot) async throws -> SettleSummary.Withdrawn.Fate? in
            let record = records[withdrawn.slot] ?? DefaultRecord(slot: withdrawn.slot)
            return try await remove(withdrawn.slot, record, items, isAgreed: mayRemove(withdrawn))
        }
        let (results, notAttempted, obstacle) = await run.each(
            candidates,
            progress: { if case .removed? = $1 { run.report(SettleProgress.removed($0)) } },
            body
        )
        summary.withdrawn += results.compactMap { slot, fate in fate.map { .init(slot: slot, fate: $0) } }
        if let obstacle {
            summary.withdrawn += notAttempted.filter { $0.present != nil }.map {
                .init(slot: $0, fate: .waiting(Self.reason(obstacle)))
            }
        }
        summary.withdrawn.sort { $0.slot.slot < $1.slot.slot }
        try Self.take(obstacle, leaving: notAttempted.count { $0.present != nil }, into: &summary)
    }

    /// Reads the current default of a slot, and deletes it if it is ours and a user agreed to its removal.
    ///
    /// - Returns: The result; `nil` if the slot is empty and the journal knew no default in it.
    private func remove(
        _ slot: DefaultSlot,
        _ record: DefaultRecord,
        _ items: [ServiceID: Item],
        isAgreed: Bool
    ) async throws -> SettleSummary.Withdrawn.Fate? {
        let (journal, now) = (run.journal, run.time.now)
        let present: ServiceID
        switch try await run.readDefault(slot) {
        case .message(let id): present = id
        case .empty:
            if record.present != nil { try await journal.recordDefault(slot, nil, at: now, in: run.id) }
            return record.present == nil ? nil : .removed
        case .unknown(let answer): return .failed("the present default could not be read: \(answer.explanation)")
        }
        let isOurs = record.mayReplace(present, items[present], app: run.destination.app)
        guard isOurs, isAgreed else {
            try await journal.recordSeenDefault(slot, .init(present, at: now, isOurs: false), in: run.id)
            return isOurs ? .kept : .taken(present)
        }
        // A user may have held the default since the plan was made. Recording the withdrawal first ensures that no run
        // sets it again.
        guard try await journal.withdraw([slot], .agreed, in: run.id).contains(slot) else { return .kept }
        let answer = try await run.deleteDefault(slot)
        switch answer.outcome {
        case .accepted:
            try await journal.recordDefault(slot, nil, at: run.time.now, in: run.id)
            return .removed
        case .unknown: return .failed("it may have been removed: \(answer.explanation)")
        default: return .failed(answer.explanation)
        }
    }
}
