package import GlossportProject

/// The result of naming other tools' messages.
package struct Adoption: Sendable {
    /// The messages that now have the given names.
    package private(set) var named: [ServiceID] = []
    /// Messages that the journal records as its own items; they keep their names.
    package private(set) var own: [ServiceID] = []
    /// Messages that the service does not list; they get no name.
    package private(set) var missing: [ServiceID] = []

    /// Records names for messages that the service lists and that are not items of this journal.
    ///
    /// - Throws: The errors of ``Run/list(_:)``.
    package init(_ names: [ServiceID: MessageName], _ run: Run) async throws {
        let listed = try await run.list(.message)
        let records = try await run.journal.records(of: Array(names.keys), at: run.destination)
        for id in names.keys.sorted() {
            if records[id] != nil {
                own.append(id)
            } else if listed[id] == nil {
                missing.append(id)
            } else {
                named.append(id)
            }
        }
        let new = Set(named)
        try await run.journal.recordNames(names.filter { new.contains($0.key) }, at: run.time.now, in: run.id)
    }
}

extension Journal {
    fileprivate func recordNames(_ names: [ServiceID: MessageName], at moment: Timestamp, in run: RunID) async throws {
        try await write(in: run) { draft in
            for (id, name) in names.sorted(by: { $0.key < $1.key }) where draft.state.names[id] != name {
                var event = JournalEvent(.named, in: run.number, at: moment, item: id)
                event.text = try JournalEvent.text(name)
                try draft.add(event)
            }
        }
    }
}
