package import GlossportProject
import GlossportReading

/// Sets and deletes defaults by hand, one at a time.
package struct DefaultChange: Sendable {
    private let run: Run

    package struct DesiredChange: Sendable, Hashable {
        package var slot: DefaultSlot
        /// The new message; `nil` empties the slot.
        package var id: ServiceID?

        package init(_ slot: DefaultSlot, _ id: ServiceID?) {
            self.slot = slot
            self.id = id
        }
    }

    /// A desired change, together with the current default.
    package struct Proposal: Sendable, Hashable {
        package var desired: DesiredChange
        package var present: ServiceID?
        package var isHeld = false
    }

    /// The defaults to change, and the defaults that stay.
    package struct Proposals: Sendable, Hashable {
        package var changes: [Proposal]
        /// Slots that stay because their defaults were set by others.
        package var conflicts: [Proposal]
        /// Slots that stay because their current defaults could not be read, with an explanation.
        package var unread: [DesiredChange: String] = [:]
        /// The number of defaults that customers see, according to the journal.
        package var live: Int

        package var replaced: Int { changes.count { $0.present != nil } }

        package func isPermitted(stated: Int?) -> Bool { ChangeLimit(live: live, stated: stated).permits(replaced) }

        /// The outcome if every change succeeds.
        package var outcome: ExitStatus {
            if !conflicts.isEmpty { return .conflict }
            return unread.isEmpty ? .done : .partial
        }
    }

    package enum Step: ProgressEvent {
        /// The defaults to change, and the messages that the journal knows.
        case changing(Proposals, [ServiceID: ItemRecord])
        case changed(DesiredChange, Result)

        package var description: String {
            switch self {
            case .changing(let proposals, _): "\(proposals.changes.count) defaults to change"
            case .changed(let desired, _): "default of \(desired.slot)"
            }
        }
    }

    package enum Result: Sendable {
        case changed
        /// The reason, as a sentence.
        case failed(String)
    }

    package init(_ run: Run) { self.run = run }

    /// Reads the current defaults of the slots to change.
    ///
    /// Slots that already have their desired default are left out. Unless `takesOver`, defaults that were set by others
    /// become conflicts.
    ///
    /// - Throws: ``GlossportError`` from the journal, or if the service can't be reached; ``OutOfQuota``; ``Stopped``;
    ///   `CancellationError`.
    package func propose(_ changes: [DesiredChange], takesOver: Bool) async throws -> Proposals {
        let defaults = try await run.journal.read(at: run.destination) { $0.defaults }
        let records = Dictionary(defaults.map { ($0.slot, $0) }) { first, _ in first }
        let app = run.destination.app
        var proposals = Proposals(changes: [], conflicts: [], live: 0)
        for desired in changes {
            let present: ServiceID?
            switch try await run.readDefault(desired.slot) {
            case .message(let id): present = id
            case .empty: present = nil
            case .unknown(let answer):
                proposals.unread[desired] = answer.explanation
                continue
            }
            guard present != desired.id else {
                // A default that is already set is recorded as if this journal had set it.
                if records[desired.slot]?.present != present {
                    if let id = desired.id { try await run.journal.recordDefaultAttempt(desired.slot, id, in: run.id) }
                    try await note(desired)
                }
                continue
            }
            let record = records[desired.slot] ?? DefaultRecord(slot: desired.slot)
            let ids = [present, desired.id].compactMap(\.self)
            let known = try await run.journal.records(of: ids, at: run.destination).mapValues(\.item)
            try desired.id.flatMap { known[$0] }?.requireIdentity(app: app)
            let proposal = Proposal(desired: desired, present: present, isHeld: record.isHeld)
            if takesOver || present.map({ record.mayReplace($0, known[$0], app: app) }) ?? true {
                proposals.changes.append(proposal)
            } else {
                proposals.conflicts.append(proposal)
            }
        }
        // Read again: the loop has recorded the defaults that were already set.
        let known = try await run.journal.read(at: run.destination) { $0.defaults }
        proposals.live = ChangeLimit(of: known, stated: nil).live
        return proposals
    }

    /// Applies all proposed changes; conflicts stay.
    ///
    /// - Throws: The same errors as ``propose(_:takesOver:)``.
    package func apply(_ proposals: Proposals, report: (DesiredChange, Result) -> Void = { _, _ in }) async throws
        -> ExitStatus
    {
        var isWhole = true
        for proposal in proposals.changes {
            let result = try await apply(proposal.desired)
            if case .failed = result { isWhole = false }
            report(proposal.desired, result)
        }
        return isWhole ? proposals.outcome : .partial
    }

    private func apply(_ desired: DesiredChange) async throws -> Result {
        let answer: Answer
        if let id = desired.id {
            try await run.journal.recordDefaultAttempt(desired.slot, id, in: run.id)
            answer = try await run.setDefault(desired.slot, to: id)
        } else {
            answer = try await run.deleteDefault(desired.slot)
        }
        switch answer.outcome {
        case .accepted:
            try await note(desired)
            return .changed
        case .unknown: return .failed("It may have been changed: \(answer.explanation)")
        default: return .failed("Not changed. \(answer.explanation)")
        }
    }

    private func note(_ desired: DesiredChange) async throws {
        try await run.journal.recordDefault(desired.slot, desired.id, at: run.time.now, in: run.id)
    }
}
