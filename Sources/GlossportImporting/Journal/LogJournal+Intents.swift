package import GlossportChecking
import GlossportReading

/// The conditions of each intent, and the events that it becomes.
extension LogJournal {
    /// Writes on behalf of a run, unless another one has passed it over.
    private func write<Value: Sendable>(
        in run: RunID,
        _ body: @escaping @Sendable (inout Draft) throws -> Value
    ) async throws -> Value {
        try await perform(at: run.destination) { draft in
            try draft.state.requireCurrent(run)
            return try body(&draft)
        }
    }

    // MARK: Runs

    package func beginRun(_ run: RunStart) async throws -> RunID {
        let text = try JournalEvent.text(
            JournalEvent.RunText(
                command: run.command.rawValue,
                version: run.toolVersion,
                isExclusive: run.isExclusive,
                process: process,
                sources: run.sources.map { .init(path: $0.path, sha256: $0.sha256.hexadecimal) },
                service: run.service
            )
        )
        while true {
            let holder = run.isExclusive ? try await requireNoHolder(at: run.destination) : nil
            let id = try await perform(at: run.destination) { draft -> RunID? in
                // Nobody else may have begun since the look at who is alive.
                guard !run.isExclusive || draft.state.unended?.record.id == holder else { return nil }
                if let service = run.service, let known = draft.state.service, service != known {
                    throw GlossportError.otherService(service, than: known, at: run.destination)
                }
                var event = JournalEvent(.runBegan, in: 0, at: run.started)
                event.text = text
                try draft.add(event)
                return RunID(draft.state.number, at: run.destination)
            }
            if let id { return id }
        }
    }

    package func endRun(_ run: RunID, at moment: Timestamp, exitCode: Int) async throws {
        // Also for a superseded run: recording its end does no harm.
        try await perform(at: run.destination) { draft in
            guard draft.state.runs[run.number] != nil else { throw GlossportError.unknownRun(run) }
            var event = JournalEvent(.runEnded, in: run.number, at: moment)
            event.status = exitCode
            try draft.add(event)
        }
    }

    package func lastRun(of command: RunCommand, at destination: Destination) async throws -> RunRecord? {
        try await perform(at: destination, asks: true) { $0.state.lastRun(of: command) }
    }

    /// Makes sure that no other living process has an exclusive run at a destination.
    ///
    /// - Returns: The exclusive run that has not ended, whose process is not alive or this one.
    /// - Throws: ``GlossportError``: `journalLocked` says who has it.
    @discardableResult
    package func requireNoHolder(at destination: Destination) async throws -> RunID? {
        guard let run = try await perform(at: destination, asks: true, { $0.state.unended }) else { return nil }
        if try await log.isAtWork(run.process, at: destination) == true {
            throw GlossportError.heldJournal(run.record, run.process)
        }
        return run.record.id
    }

    /// The process whose exclusive run at a destination has not ended: it works there now, or was killed; `nil` if there is none.
    package func worker(at destination: Destination) async throws -> Worker? {
        guard let run = try await perform(at: destination, asks: true, { $0.state.unended }) else { return nil }
        return Worker(
            command: run.record.command,
            host: run.process.host,
            process: Int(run.process.pid),
            since: run.record.started,
            isAlive: try await log.isAtWork(run.process, at: destination)
        )
    }

    // MARK: Items and attempts

    @discardableResult
    package func want(_ items: [Item], in run: RunID) async throws -> [ItemRecord] {
        try await write(in: run) { draft in
            let moment = draft.state.start(of: run)
            var records: [ItemRecord] = []
            for item in items {
                if var known = try draft.state.record(item.id) {
                    if (known.item.source, known.item.copiedFrom) != (item.source, item.copiedFrom) {
                        (known.item.source, known.item.copiedFrom) = (item.source, item.copiedFrom)
                        try draft.add(.wanted(known.item, in: run.number, at: moment, isNew: false))
                    }
                } else {
                    try draft.add(.wanted(item, in: run.number, at: moment, isNew: true))
                    draft.state.keep(item)
                }
                if let record = try draft.state.record(item.id) { records.append(record) }
            }
            guard !items.isEmpty else { return records }
            var event = JournalEvent(.runWanted, in: run.number, at: moment)
            event.code = items.count
            // For other programs that read the progress of a run.
            event.status = records.count { $0.state == .uploaded }
            try draft.add(event)
            return records
        }
    }

    package func beginAttempt(_ attempt: AttemptStart, in run: RunID) async throws -> AttemptID {
        try await write(in: run) { draft in
            if let item = attempt.item, !draft.state.knows(item) { throw GlossportError.unknownItem(item) }
            let state: ItemState? = attempt.item == nil ? nil : .sending
            var event = JournalEvent(
                .attemptBegan,
                in: run.number,
                at: attempt.started,
                item: attempt.item,
                state: state
            )
            event.endpoint = attempt.endpoint
            try draft.add(event)
            return AttemptID(rawValue: draft.state.number)
        }
    }

    package func finishAttempt(_ end: AttemptEnd, in run: RunID) async throws {
        try await write(in: run) { draft in
            guard let endpoint = draft.state.endpoint(of: end.attempt, in: run) else {
                throw GlossportError.notOpen(end.attempt, in: run)
            }
            if let change = end.change { try Self.require(change, draft.state) }
            var event = JournalEvent(.attemptEnded, in: run.number, at: end.finished)
            event.attempt = end.attempt.rawValue
            event.endpoint = endpoint
            event.outcome = end.answer.outcome.rawValue
            event.status = end.answer.status
            event.code = end.answer.appleCode
            event.text = end.answer.detail
            event.pausedUntil = end.pause?.until
            event.steadyUntil = end.pause?.steadyUntil
            if let change = end.change { event.take(change) }
            try draft.add(event)
        }
    }

    package func settle(_ changes: [ItemChange], at moment: Timestamp, in run: RunID) async throws {
        try await write(in: run) { draft in
            for change in changes { try Self.require(change, draft.state) }
            for change in changes {
                var event = JournalEvent(.settled, in: run.number, at: moment)
                event.take(change)
                try draft.add(event)
            }
        }
    }

    private static func require(_ change: ItemChange, _ state: JournalState) throws {
        guard change.state != .deleted else { throw GlossportError.notSettledByDeletion(change.item) }
        try require([change.item], state)
    }

    private static func require(_ items: some Sequence<ServiceID>, _ state: JournalState) throws {
        if let stranger = items.first(where: { !state.knows($0) }) { throw GlossportError.unknownItem(stranger) }
    }

    package func records(of ids: [ServiceID], at destination: Destination) async throws -> [ServiceID: ItemRecord] {
        try await perform(at: destination, asks: true) { draft in
            var records: [ServiceID: ItemRecord] = [:]
            for id in ids { records[id] = try draft.state.record(id) }
            return records
        }
    }

    package func allRecords(at destination: Destination) async throws -> [ItemRecord] {
        try await perform(at: destination, asks: true) { try $0.state.allRecords() }
    }

    package func budget(
        _ endpoint: Endpoint,
        at destination: Destination,
        since: Timestamp
    ) async throws -> BudgetState {
        try await perform(at: destination, asks: true) { $0.state.budget(endpoint, since: since) }
    }

    package func forgetOutcomes(of ids: [ServiceID], at moment: Timestamp, in run: RunID) async throws {
        try await write(in: run) { draft in
            try Self.require(ids, draft.state)
            for id in ids {
                try draft.add(JournalEvent(.forgotten, in: run.number, at: moment, item: id, state: .planned))
            }
        }
    }

    package func recordDeletion(of ids: [ServiceID], at moment: Timestamp?, in run: RunID) async throws {
        try await write(in: run) { draft in
            try Self.require(ids, draft.state)
            let began = draft.state.start(of: run)
            for id in ids {
                try draft.add(
                    moment.map { JournalEvent(.deleted, in: run.number, at: $0, item: id, state: .deleted) }
                        ?? JournalEvent(.restored, in: run.number, at: began, item: id, state: .uploaded)
                )
            }
        }
    }

    // MARK: Reviews and lists

    package func recordReviews(_ reviews: [ServiceID: ReviewState], at moment: Timestamp, in run: RunID) async throws {
        try await write(in: run) { draft in
            for (id, review) in reviews where draft.state.knows(id) && draft.state.reviews[id] != review {
                var event = JournalEvent(.reviewed, in: run.number, at: moment, item: id)
                event.outcome = review.rawValue
                try draft.add(event)
            }
        }
    }

    package func reviews(at destination: Destination) async throws -> [ServiceID: ReviewState] {
        try await perform(at: destination, asks: true) { $0.state.reviews }
    }

    package func uploaded(_ kind: Item.Kind, at destination: Destination) async throws -> Set<ServiceID> {
        try await perform(at: destination, asks: true) { $0.state.uploaded(kind) }
    }

    package func recordList(
        shown: Set<ServiceID>,
        lacked: Set<ServiceID>,
        at moment: Timestamp,
        in run: RunID
    ) async throws {
        try await write(in: run) { draft in
            try Self.require(lacked, draft.state)
            for id in shown where draft.state.isAbsent(id) {
                try draft.add(JournalEvent(.shown, in: run.number, at: moment, item: id))
            }
            for id in lacked { try draft.add(JournalEvent(.lacked, in: run.number, at: moment, item: id)) }
        }
    }

    package func absences(at destination: Destination) async throws -> [ServiceID: Absence] {
        try await perform(at: destination, asks: true) { $0.state.absences }
    }

    // MARK: Defaults

    package func desire(
        _ defaults: [DesiredDefault],
        products: [String: Set<String>],
        in run: RunID
    ) async throws {
        try await write(in: run) { draft in
            try Self.require(defaults.map(\.item), draft.state)
            let moment = draft.state.start(of: run)
            for record in draft.state.defaults {
                guard !record.isHeld, let message = record.message, let known = products[message],
                    !known.contains(record.slot.product)
                else { continue }
                try draft.add(JournalEvent(.defaultWanted, in: run.number, at: moment, slot: record.slot, item: nil))
            }
            for wanted in defaults where !draft.state.wants(wanted) && !draft.state.isHeld(wanted.slot) {
                var event = JournalEvent(
                    .defaultWanted,
                    in: run.number,
                    at: moment,
                    slot: wanted.slot,
                    item: wanted.item
                )
                event.text = wanted.message
                try draft.add(event)
            }
        }
    }

    package func forget(_ slots: [DefaultSlot], in run: RunID) async throws {
        try await write(in: run) { draft in
            let moment = draft.state.start(of: run)
            for slot in slots {
                try draft.add(JournalEvent(.defaultWanted, in: run.number, at: moment, slot: slot, item: nil))
            }
        }
    }

    /// Lets imports leave what is wanted of these slots as it is, or change it again, in one transaction.
    ///
    /// - Parameters:
    ///   - slots: Which ones.
    ///   - isHeld: Whether they are held from now on.
    ///   - moment: When.
    ///   - run: The run.
    /// - Throws: ``GlossportError`` with code `journal`.
    package func hold(_ slots: [DefaultSlot], _ isHeld: Bool, at moment: Timestamp, in run: RunID) async throws {
        try await write(in: run) { draft in
            let kind: JournalEvent.Kind = isHeld ? .defaultHeld : .defaultReleased
            for slot in slots where draft.state.isHeld(slot) != isHeld {
                try draft.add(JournalEvent(kind, in: run.number, at: moment, slot: slot, item: nil))
            }
        }
    }

    package func defaults(at destination: Destination) async throws -> [DefaultRecord] {
        try await perform(at: destination, asks: true) { $0.state.defaults }
    }

    package func recordDefault(_ slot: DefaultSlot, _ item: ServiceID?, at moment: Timestamp, in run: RunID)
        async throws
    {
        try await write(in: run) { draft in
            try draft.add(JournalEvent(.defaultSet, in: run.number, at: moment, slot: slot, item: item))
        }
    }

    package func recordDefaultAttempt(_ slot: DefaultSlot, _ item: ServiceID, in run: RunID) async throws {
        try await write(in: run) { draft in
            let moment = draft.state.start(of: run)
            try draft.add(JournalEvent(.defaultBegan, in: run.number, at: moment, slot: slot, item: item))
        }
    }

    package func recordSeenDefault(_ slot: DefaultSlot, _ seen: DefaultRecord.Seen, in run: RunID) async throws {
        try await write(in: run) { draft in
            var event = JournalEvent(.defaultSeen, in: run.number, at: seen.at, slot: slot, item: seen.id)
            event.outcome = seen.isOurs ? JournalState.ours : JournalState.foreign
            try draft.add(event)
        }
    }

    // MARK: Messages of others

    package func recordNames(_ names: [ServiceID: MessageName], at moment: Timestamp, in run: RunID) async throws {
        try await write(in: run) { draft in
            for (id, name) in names.sorted(by: { $0.key < $1.key }) where draft.state.names[id] != name {
                var event = JournalEvent(.named, in: run.number, at: moment, item: id)
                event.text = try JournalEvent.text(name)
                try draft.add(event)
            }
        }
    }

    package func names(at destination: Destination) async throws -> [ServiceID: MessageName] {
        try await perform(at: destination, asks: true) { $0.state.names }
    }

    // MARK: Real-time URL

    package func recordRealtimeURL(_ url: String?, at moment: Timestamp, in run: RunID) async throws {
        try await write(in: run) { draft in
            if let known = draft.state.realtimeURL, known.url == url { return }
            var event = JournalEvent(.realtimeSeen, in: run.number, at: moment)
            event.text = url
            try draft.add(event)
        }
    }

    package func realtimeURL(at destination: Destination) async throws -> RealtimeURLRecord? {
        try await perform(at: destination, asks: true) { $0.state.realtimeURL }
    }

    // MARK: Approvals

    package func recordApprovals(_ approvals: [Approval], in run: RunID) async throws {
        try await write(in: run) { draft in
            for approval in approvals {
                var event = JournalEvent(
                    approval.texts == nil ? .withdrawn : .approved,
                    in: run.number,
                    at: approval.at
                )
                event.locale = approval.locale
                event.text = try JournalEvent.text(
                    JournalEvent.ApprovalText(
                        digest: approval.texts?.digest.hexadecimal,
                        messages: approval.texts?.messages,
                        by: approval.by,
                        note: approval.note
                    )
                )
                try draft.add(event)
            }
        }
    }

    package func approvals(at destination: Destination) async throws -> [Approval] {
        try await perform(at: destination, asks: true) { $0.state.approvals }
    }
}

extension JournalEvent {
    /// Says what an item is from now on.
    fileprivate mutating func take(_ change: ItemChange) {
        item = change.item
        state = change.state
        proof = change.proof
        reason = change.reason
    }
}
