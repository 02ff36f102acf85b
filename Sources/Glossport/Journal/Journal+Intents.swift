package import GlossportProject
import GlossportReading

/// The conditions of each intent, and the events that it becomes.
extension Journal {
    /// Writes on behalf of a run, unless another one has passed it over.
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

    /// Notes a new run.
    ///
    /// It touches no item: a `plan` may begin while an import is at work. An exclusive run is refused while another living process has one at
    /// the same destination, with code `journalLocked`; whatever became of the lock. A run that talks to another service than those before it
    /// is refused with code `invalidOption`.
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

    /// Notes the end of a run.
    package func endRun(_ run: RunID, at moment: Timestamp, exitCode: Int) async throws {
        // Also for a superseded run: recording its end does no harm.
        try await perform(at: run.destination) { draft in
            _ = try draft.state.run(run, by: draft.writer)
            var event = JournalEvent(.runEnded, in: run.number, at: moment)
            event.status = exitCode
            try draft.add(event)
        }
    }

    /// The newest run of some commands, such as `import`, at a destination.
    ///
    /// - Parameters:
    ///   - commands: The commands.
    ///   - exitCode: The exit code that the run ended with; `nil` for a run that ended in any way, or has not.
    ///   - destination: The destination.
    /// - Returns: The run; `nil` if there was none.
    /// - Throws: ``GlossportError`` of the journal.
    package func lastRun(
        of commands: RunCommand...,
        endedWith exitCode: Int? = nil,
        at destination: Destination
    ) async throws -> RunRecord? {
        try await perform(at: destination, asks: true) { $0.state.lastRun(of: commands, endedWith: exitCode) }
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
    package func holder(at destination: Destination) async throws -> Holder? {
        guard let run = try await perform(at: destination, asks: true, { $0.state.unended }) else { return nil }
        return Holder(
            command: run.record.command,
            host: run.process.host,
            process: Int(run.process.pid),
            since: run.record.started,
            isAlive: try await log.isAtWork(run.process, at: destination)
        )
    }

    // MARK: Items and attempts

    /// Remembers that a run wants these items, and all that they say.
    ///
    /// An id that is new becomes ``ItemState/planned``. One that is known keeps its state, content and history; only its
    /// source location is renewed.
    ///
    /// - Returns: Every given item with its state, in the given order.
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

    /// Remembers what an import delivers, before it sends or asks anything, in one transaction: so an import that ends early is not forgotten.
    ///
    /// It plans no default: `desire` does, once the import is agreed to.
    ///
    /// - Parameters:
    ///   - texts: The delivered texts.
    ///   - isWhole: Whether they are the whole delivery: then all other texts leave the newest one. Their defaults stay; one that waits for a text
    ///     that was never uploaded becomes what is there.
    ///   - run: The run.
    /// - Throws: ``GlossportError`` with code `journal`.
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
            // Of all that the delivery lacks: a held slot keeps its wish until an import after its release.
            for record in draft.state.defaults where isWhole && !record.isHeld {
                guard let message = record.message, let desired = record.desired,
                    texts[MessageName(message: message, locale: record.slot.locale)] == nil,
                    let item = try draft.state.record(desired), item.state != .uploaded
                else { continue }
                // A person may have set the message of another tool, which is not among the items.
                let present = record.present.flatMap { record.isOurs($0) && draft.state.knows($0) ? $0 : nil }
                guard present != desired else { continue }
                var event = JournalEvent(.defaultWanted, in: run.number, at: moment, slot: record.slot, item: present)
                event.text = present == nil ? nil : message
                event.outcome = present == nil || record.wasExpected ? nil : JournalState.unexpected
                try draft.add(event)
            }
        }
    }

    /// The newest delivery of each message and locale.
    package func delivered(at destination: Destination) async throws -> [MessageName: DeliveredText] {
        try await perform(at: destination, asks: true) { $0.state.delivered }
    }

    /// Records that a request is about to leave, and makes its item ``ItemState/sending``.
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

    /// Records the end of an attempt together with its item's new state and the endpoint's pause, in one transaction.
    ///
    /// A pause that is already longer stays as it is.
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

    /// Changes items by evidence other than an attempt's answer (the service's list), in one transaction.
    ///
    /// No change may be to ``ItemState/deleted``, neither here nor with an attempt's end: that is for `recordDeletion` to say.
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
        if let stranger = items.first(where: { !state.knows($0) }) { throw GlossportError.unknownItem(stranger) }
    }

    /// The items with these ids; unknown ids are left out.
    package func records(of ids: [ServiceID], at destination: Destination) async throws -> [ServiceID: ItemRecord] {
        try await perform(at: destination, asks: true) { draft in
            var records: [ServiceID: ItemRecord] = [:]
            for id in ids { records[id] = try draft.state.record(id) }
            return records
        }
    }

    /// Every item of a destination, by message, locale and age.
    package func allRecords(at destination: Destination) async throws -> [ItemRecord] {
        try await perform(at: destination, asks: true) { try $0.state.allRecords() }
    }

    /// The recorded allowance of an endpoint, with the attempts that started at `since` or later.
    package func budget(
        _ endpoint: Endpoint,
        at destination: Destination,
        since: Timestamp
    ) async throws -> BudgetState {
        try await perform(at: destination, asks: true) { $0.state.budget(endpoint, since: since) }
    }

    /// Forgets what became of items, in one transaction: they are planned again, as if they had never been sent; lists lack nothing of them.
    ///
    /// Their attempts stay in the ledger, but say nothing about them any more.
    ///
    /// - Throws: ``GlossportError`` with code `journal`, also for an item that the journal does not know.
    package func forgetOutcomes(of ids: [ServiceID], at moment: Timestamp, in run: RunID) async throws {
        try await write(in: run) { draft in
            try Self.require(ids, draft.state)
            for id in ids {
                try draft.add(JournalEvent(.forgotten, in: run.number, at: moment, item: id, state: .planned))
            }
        }
    }

    /// Gives items up before they are deleted at the service, or takes that back, in one transaction.
    ///
    /// - Parameters:
    ///   - ids: Uploaded items, or deleted ones where it is taken back.
    ///   - moment: When; `nil` takes it back.
    ///   - run: The run.
    /// - Throws: ``GlossportError`` with code `journal`, also for an item that the journal does not know.
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

    /// Remembers what the service's list said of items; ids that the journal does not know are left out.
    package func recordReviews(_ reviews: [ServiceID: ReviewState], at moment: Timestamp, in run: RunID) async throws {
        try await write(in: run) { draft in
            for (id, review) in reviews where draft.state.knows(id) && draft.state.reviews[id] != review {
                var event = JournalEvent(.reviewed, in: run.number, at: moment, item: id)
                event.outcome = review.rawValue
                try draft.add(event)
            }
        }
    }

    /// The last known review state of every item of a destination that was ever listed.
    package func reviews(at destination: Destination) async throws -> [ServiceID: ReviewState] {
        try await perform(at: destination, asks: true) { $0.state.reviews }
    }

    /// The items of a kind that are uploaded, as far as this journal knows.
    package func uploaded(_ kind: Item.Kind, at destination: Destination) async throws -> Set<ServiceID> {
        try await perform(at: destination, asks: true) { $0.state.uploaded(kind) }
    }

    /// Remembers what a list showed and what it lacked, in one transaction.
    ///
    /// - Parameters:
    ///   - shown: The ids that it contained: these are no longer absent. Ids unknown to the journal are left out.
    ///   - lacked: The ids that it lacked, of items uploaded before it was requested.
    ///   - moment: When it came.
    ///   - run: The run.
    /// - Throws: ``GlossportError`` with code `journal`.
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

    /// The uploaded items of a destination that the newest list lacked, whatever it was that asked for it.
    package func absences(at destination: Destination) async throws -> [ServiceID: Absence] {
        try await perform(at: destination, asks: true) { $0.state.absences }
    }

    /// The uploaded items that lists have lacked, divided by how long.
    ///
    /// - Parameters:
    ///   - destination: Where.
    ///   - patience: For how long lists have to lack an item until it has vanished.
    /// - Returns: The missing and the vanished items.
    /// - Throws: ``GlossportError`` with code `journal`.
    package func absences(at destination: Destination, after patience: Duration) async throws -> Absences {
        Absences(try await absences(at: destination), after: patience)
    }

    // MARK: Messages of others

    /// Remembers what messages are called that other tools have uploaded, in one transaction.
    func recordNames(_ names: [ServiceID: MessageName], at moment: Timestamp, in run: RunID) async throws {
        try await write(in: run) { draft in
            for (id, name) in names.sorted(by: { $0.key < $1.key }) where draft.state.names[id] != name {
                var event = JournalEvent(.named, in: run.number, at: moment, item: id)
                event.text = try JournalEvent.text(name)
                try draft.add(event)
            }
        }
    }

    /// The names of messages that other tools have uploaded.
    package func names(at destination: Destination) async throws -> [ServiceID: MessageName] {
        try await perform(at: destination, asks: true) { $0.state.names }
    }

    // MARK: Real-time URL

    /// Remembers the real-time URL that the service has, without the values of its query, or that it has none.
    func recordRealtimeURL(_ url: String?, at moment: Timestamp, in run: RunID) async throws {
        let url = url.map(RealtimeURL.redacted)
        try await write(in: run) { draft in
            if let known = draft.state.realtimeURL, known.url == url { return }
            var event = JournalEvent(.realtimeSeen, in: run.number, at: moment)
            event.text = url
            try draft.add(event)
        }
    }

    /// The real-time URL of a destination; `nil` if it was never read.
    package func realtimeURL(at destination: Destination) async throws -> RealtimeURLRecord? {
        try await perform(at: destination, asks: true) { $0.state.realtimeURL }
    }

    // MARK: Approvals

    /// Remembers approvals and withdrawals, in one transaction.
    ///
    /// - Throws: ``GlossportError`` with code `journal`.
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

    /// All approvals and withdrawals of a destination, in the order in which they were noted.
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
