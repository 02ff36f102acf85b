import Glossport
private import RetentionMessagingClient
private import SQLiteJournal

/// Sets and deletes defaults by hand, one after the other.
struct DefaultChange {
    private let booked: BookedRun

    init(_ booked: BookedRun) { self.booked = booked }

    /// Makes the changes and says what became of each.
    ///
    /// - Parameter changes: Slots, and what they shall hold; `nil` empties them.
    /// - Returns: The exit code.
    /// - Throws: ``GlossportError`` of the journal.
    func apply(_ changes: [(slot: DefaultSlot, id: ServiceID?)]) async throws -> ExitStatus {
        var failures = 0
        for (slot, id) in changes {
            let endpoint: Endpoint = id == nil ? .deleteDefault : .configureDefault
            var calls = BookedCalls(
                journal: booked.journal,
                time: booked.session.time,
                destination: booked.session.destination,
                endpoint: endpoint,
                budgets: booked.session.workspace.project.budgets,
                maxWait: .seconds(900)
            )
            guard try await calls.reserve(1) else {
                Output.talk("The quota for defaults is used up: run the same command again later.")
                return .notYet
            }
            let answer = try await calls.make(in: booked.run) {
                if let id {
                    await booked.client.setDefault(slot, to: id)
                } else {
                    await booked.client.deleteDefault(slot)
                }
            }
            if answer.outcome == .accepted {
                try await booked.journal.noteDefault(slot, id, at: booked.session.time.now, in: booked.run)
                Output.line("\(slot): \(id?.description ?? "nothing")")
            } else {
                failures += 1
                Output.talk("\(slot): not changed. \(answer.explanation)")
            }
        }
        if changes.isEmpty { Output.line("There is nothing to change.") }
        Output.flush()
        return failures == 0 ? .done : .partial
    }
}
