package import GlossportProject
import GlossportReading

/// Checks the conditions of each intent and turns it into events, in one transaction.
extension Journal {
    /// Writes on behalf of a run, unless another run has superseded it.
    func write<Value: Sendable>(
        in run: RunID,
        _ body: @escaping @Sendable (inout Draft) throws -> Value
    ) async throws -> Value {
        try await perform(at: run.destination) { draft in
            try draft.state.requireCurrent(run, by: draft.writer)
            return try body(&draft)
        }
    }

    // MARK: Runs

    /// Records the start of a run.
    ///
    /// Starting a run changes no item, so a `plan` may begin during an import. An exclusive run is refused with code
    /// `journalLocked` while another live process has one at the same destination, even if the lock was free. A run is
    /// refused with code `invalidOption` if it uses a different service from the one recorded in the journal.
    package func beginRun(_ run: RunStart) async throws -> RunID {
        let text = try JournalEvent.text(
            JournalEvent.RunText(
                command: run.command.rawValue,
                version: run.toolVersion,
                isExclusive: run.isExclusive,
                process: process,
                sources: run.sources,
                service: run.service
            )
        )
        while true {
            let holder = run.isExclusive ? try await requireNoHolder(at: run.destination) : nil
            let id = try await perform(at: run.destination) { draft -> RunID? in
                // Another run may have begun since the check above; check again.
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
            _ = try draft.state.run(run, by: draft.writer)
            var event = JournalEvent(.runEnded, in: run.number, at: moment)
            event.status = exitCode
            try draft.add(event)
        }
    }

    /// Returns the newest run of the given commands at a destination.
    ///
    /// Without an `exitCode`, any run counts, even one that has not ended.
    package func lastRun(
        of commands: RunCommand...,
        endedWith exitCode: Int? = nil,
        at destination: Destination
    ) async throws -> RunRecord? {
        try await read(at: destination) { $0.lastRun(of: commands, endedWith: exitCode) }
    }

    /// Checks that no other live process has an exclusive run at a destination.
    ///
    /// - Returns: The exclusive run that has not ended, if its process is this one or not known to be alive.
    /// - Throws: ``GlossportError`` with code `journalLocked` that names the holder.
    @discardableResult
    package func requireNoHolder(at destination: Destination) async throws -> RunID? {
        guard let run = try await read(at: destination, { $0.unended }) else { return nil }
        if try await log.isAtWork(run.process, at: destination) == true {
            throw GlossportError.heldJournal(run.record, run.process)
        }
        return run.record.id
    }

    /// Returns the process whose exclusive run at a destination has not ended: it is still running, or was killed.
    package func holder(at destination: Destination) async throws -> Holder? {
        guard let run = try await read(at: destination, { $0.unended }) else { return nil }
        return Holder(
            command: run.record.command,
            host: run.process.host,
            process: Int(run.process.pid),
            since: run.record.started,
            isAlive: try await log.isAtWork(run.process, at: destination)
        )
    }

    // MARK: Items and attempts

    /// Records the items that a run wants, with their content.
    ///
    /// A new id becomes ``ItemState/planned``. A known id keeps its state, content and history; only its source
    /// location and the locale that it was copied from are updated.
    ///
    /// - Returns: The records of the items, in the given order.
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

    /// Records the texts that an import delivers.
    ///
    /// Called before the import uploads anything or asks the user, so that an import that ends early is still recorded.
    /// It plans no defaults; `desire` does, once the user has agreed to the import.
    ///
    /// If `isWhole`, all other texts leave the newest delivery. Their defaults stay, but a desired text that is not
    /// uploaded is replaced by the live default, or cleared if the live default is not ours.
    package func deliver(_ texts: [MessageName: DeliveredText], isWhole: Bool = false, in run: RunID) async throws {
        try await write(in: run) { draft in
            let moment = draft.state.start(of: run)
            func add(_ name: MessageName, _ text: DeliveredText?) throws {
                var event = JournalEvent(.delivered, in: run.number, at: moment, item: text?.id)
                (event.locale, event.text) = (name.locale, name.message)
                event.outcome =
                    text.map { $0.isExpected ? nil : JournalState.unexpected } ?? JournalState.withdrawn
                try draft.add(event)
            }
            for (name, text) in texts.sorted(by: { $0.key < $1.key }) where draft.state.delivered[name] != text {
                try add(name, text)
            }
            let others = isWhole ? Set(draft.state.delivered.keys).subtracting(texts.keys) : []
            for name in others.sorted() { try add(name, nil) }
            // Only slots whose text the delivery lacks; a held slot keeps its text until the first import after its
            // release.
            for record in draft.state.defaults where isWhole && !record.isHeld {
                guard let message = record.message, let desired = record.desired,
                    texts[MessageName(message: message, locale: record.slot.locale)] == nil,
                    let item = try draft.state.record(desired), item.state != .uploaded
                else { continue }
                // A person may have set another tool's message, which is not one of the items.
                let present = record.present.flatMap { record.isOurs($0) && draft.state.knows($0) ? $0 : nil }
                guard present != desired else { continue }
                var event = JournalEvent(.defaultWanted, in: run.number, at: moment, slot: record.slot, item: present)
                event.text = present == nil ? nil : message
                event.outcome = present == nil || record.wasExpected ? nil : JournalState.unexpected
                try draft.add(event)
            }
        }
    }

    /// Records an attempt before its request is sent, and marks its item as ``ItemState/sending``.
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

    /// Records the end of an attempt together with its item's new state and the endpoint's pause.
    ///
    /// A longer pause that is already recorded is kept.
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

    /// Changes items by evidence other than an attempt's answer, such as the service's list.
    ///
    /// Neither this method nor `finishAttempt` accepts a change to ``ItemState/deleted``; only `recordDeletion` makes
    /// one.
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

    static func require(_ items: some Sequence<ServiceID>, _ state: JournalState) throws {
        if let unknown = items.first(where: { !state.knows($0) }) { throw GlossportError.unknownItem(unknown) }
    }

    /// Returns the items with these ids, without unknown ones.
    package func records(of ids: [ServiceID], at destination: Destination) async throws -> [ServiceID: ItemRecord] {
        try await read(at: destination) { state in
            var records: [ServiceID: ItemRecord] = [:]
            for id in ids { records[id] = try state.record(id) }
            return records
        }
    }

    /// Resets items to ``ItemState/planned`` and clears their reviews and absences.
    ///
    /// Their attempts stay in the ledger, but no longer count as evidence about them.
    ///
    /// - Throws: ``GlossportError`` with code `journal`, also for an item that is not in the journal.
    package func forgetOutcomes(of ids: [ServiceID], at moment: Timestamp, in run: RunID) async throws {
        try await write(in: run) { draft in
            try Self.require(ids, draft.state)
            for id in ids {
                try draft.add(JournalEvent(.forgotten, in: run.number, at: moment, item: id, state: .planned))
            }
        }
    }

    /// Marks items as deleted before the service deletes them; a `moment` of `nil` marks them as uploaded again.
    ///
    /// - Throws: ``GlossportError`` with code `journal`, also for an item that is not in the journal.
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

    /// Records the review states in the service's list; unknown ids are ignored.
    package func recordReviews(_ reviews: [ServiceID: ReviewState], at moment: Timestamp, in run: RunID) async throws {
        try await write(in: run) { draft in
            for (id, review) in reviews where draft.state.knows(id) && draft.state.reviews[id] != review {
                var event = JournalEvent(.reviewed, in: run.number, at: moment, item: id)
                event.outcome = review.rawValue
                try draft.add(event)
            }
        }
    }

    /// Records which items a list contained and which were missing.
    ///
    /// `lacked` contains items that were uploaded before the list was requested. Unknown ids in `shown` are ignored.
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

    // MARK: Real-time URL

    /// Records the service's real-time URL without its query values, or that none is set.
    func recordRealtimeURL(_ url: String?, at moment: Timestamp, in run: RunID) async throws {
        let url = url.map(RealtimeURL.redacted)
        try await write(in: run) { draft in
            if let known = draft.state.realtimeURL, known.url == url { return }
            var event = JournalEvent(.realtimeSeen, in: run.number, at: moment)
            event.text = url
            try draft.add(event)
        }
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
}

extension JournalEvent {
    fileprivate mutating func take(_ change: ItemChange) {
        item = change.item
        state = change.state
        proof = change.proof
        reason = change.reason
    }
}
