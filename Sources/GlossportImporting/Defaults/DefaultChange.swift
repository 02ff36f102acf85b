package import GlossportChecking

/// Sets and deletes defaults by hand, one after the other.
package struct DefaultChange: Sendable {
    private let booked: BookedService

    /// A change that somebody wants.
    package struct Wish: Sendable, Hashable {
        package var slot: DefaultSlot
        /// What the slot is to hold; `nil` empties it.
        package var id: ServiceID?

        package init(_ slot: DefaultSlot, _ id: ServiceID?) {
            self.slot = slot
            self.id = id
        }
    }

    /// A change, with what stands there now.
    package struct Proposal: Sendable, Hashable {
        package var wish: Wish
        /// What the slot shows now.
        package var present: ServiceID?
        /// Whether this journal has put that there.
        package var isOurs: Bool
    }

    /// What became of a change.
    package enum Result: Sendable {
        case changed
        /// Why not, as a sentence.
        case failed(String)
    }

    package init(_ booked: BookedService) { self.booked = booked }

    /// Asks what stands where something is to change.
    ///
    /// - Returns: The changes that would change something.
    /// - Throws: ``GlossportError`` of the journal, or if the service can't be asked; ``OutOfQuota``; ``Stopped``; `CancellationError`.
    package func propose(_ wishes: [Wish]) async throws -> [Proposal] {
        let defaults = try await booked.journal.defaults(at: booked.destination)
        let records = Dictionary(defaults.map { ($0.slot, $0) }) { first, _ in first }
        var proposals: [Proposal] = []
        for wish in wishes {
            let present = try await booked.shownDefault(wish.slot)
            guard present != wish.id else {
                // What stands there already is noted as if we had put it there: that is what is wanted of it.
                if records[wish.slot]?.present != present { try await note(wish) }
                continue
            }
            let record = records[wish.slot] ?? DefaultRecord(wish.slot)
            proposals.append(Proposal(wish: wish, present: present, isOurs: present.map(record.isOurs) ?? true))
        }
        return proposals
    }

    /// Makes a change.
    ///
    /// - Throws: As ``propose(_:)`` does.
    package func apply(_ wish: Wish) async throws -> Result {
        let answer: Answer
        if let id = wish.id {
            try await booked.journal.noteDefaultAttempt(wish.slot, id, in: booked.run)
            answer = try await booked.setDefault(wish.slot, to: id)
        } else {
            answer = try await booked.deleteDefault(wish.slot)
        }
        switch answer.outcome {
        case .accepted:
            try await note(wish)
            return .changed
        case .unknown: return .failed("It may have been changed: \(answer.explanation)")
        default: return .failed("Not changed. \(answer.explanation)")
        }
    }

    private func note(_ wish: Wish) async throws {
        try await booked.journal.noteDefault(wish.slot, wish.id, at: booked.time.now, in: booked.run)
    }
}
