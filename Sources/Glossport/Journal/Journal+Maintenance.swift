package import GlossportProject
import GlossportReading

/// Maintenance of a whole journal, across all destinations.
extension Journal {
    /// Passes the events of a destination after `position` to `body` in order, up to 10,000 at a time.
    ///
    /// The journal contains no secrets, so the events do not either.
    ///
    /// - Throws: ``GlossportError`` with code `journal`, also if the log does not contain that position; errors of
    ///   `body`.
    package func events(
        of destination: Destination,
        after position: LogPosition = .start,
        _ body: (ArraySlice<JournalEvent>) throws -> Void
    ) async throws {
        var last = position
        while true {
            // Read the last event again: only its writer proves that the log still continues the events read before.
            let events = try await log.events(of: destination, after: max(0, last.number - 1), limit: Self.batch)
            guard last == .start || events.first?.position == last else {
                throw GlossportError.lostHistory(of: destination)
            }
            try body(events.dropFirst(last == .start ? 0 : 1))
            guard events.count == Self.batch, let end = events.last?.position else { return }
            last = end
        }
    }

    /// Checks the whole journal for damage and inconsistencies.
    ///
    /// - Throws: ``GlossportError`` with code `journal` if nothing can be read.
    package func check() async throws -> JournalCheck {
        var check = JournalCheck()
        check.damage = try await log.defects()
        for destination in try await log.destinations() {
            var state = JournalState(destination)
            var attempts: [ServiceID: [JournalAudit.Entry]] = [:]
            var places: [Int64: (item: ServiceID, index: Int)] = [:]
            do {
                try await events(of: destination) { events in
                    for event in events {
                        try state.apply(event)
                        switch (event.kind, event.item, event.endpoint) {
                        case (.attemptBegan, let item?, let endpoint?):
                            places[event.number] = (item, attempts[item, default: []].count)
                            attempts[item, default: []].append(JournalAudit.Entry(endpoint, nil))
                        case (.attemptEnded, _, _):
                            guard let place = event.attempt.flatMap({ places[$0] }) else { continue }
                            // An outcome that this version does not know is not a definite answer.
                            attempts[place.item]?[place.index].outcome =
                                event.outcome.flatMap(Answer.Outcome.init(rawValue:)) ?? .unknown
                        case (.forgotten, let item?, _): attempts[item] = nil
                        default: break
                        }
                    }
                }
                let records = try state.allRecords()
                check.items += records.count
                check.attempts += state.attemptCount
                check.contradictions += JournalAudit.contradictions(in: records, attempts, at: destination)
            } catch let error as GlossportError {
                check.damage.append(error.message)
            }
        }
        return check
    }

    /// Removes old events that nothing depends on any more.
    ///
    /// Only attempts, runs, reviews, probe events and readings from before `moment` are removed. Attempts without an
    /// end stay, and so do all attempts at an item that is not uploaded with ``Proof/response``, because they are the
    /// evidence, and the accepted attempt at any other item. The newest review, probe event or reading of each subject
    /// stays, and the first reading of each text that customers saw, because it decides which text is older. A run
    /// stays while other events of it remain, or if it is the newest of its command.
    ///
    /// - Parameter moment: At least a day in the past; otherwise the hourly ledger would lose spent quota.
    /// - Returns: The numbers of removed attempts and runs.
    /// - Throws: ``GlossportError`` with code `journal`.
    package func prune(before moment: Timestamp) async throws -> (attempts: Int, runs: Int) {
        var gone = (attempts: 0, runs: 0)
        for destination in try await log.destinations() {
            while true {
                var state = JournalState(destination)
                var pruning = Pruning(moment)
                try await events(of: destination) { events in
                    for event in events {
                        try state.apply(event)
                        pruning.examine(event)
                    }
                }
                var latest = Int64.max
                if let run = state.unended, try await log.isAtWork(run.process, at: destination) != false {
                    latest = run.record.id.number
                }
                let (numbers, attempts, runs) = try pruning.result(&state, before: latest)
                guard !numbers.isEmpty else { break }
                guard try await log.remove(numbers, of: destination, after: state.position) else { continue }
                gone.attempts += attempts
                gone.runs += runs
                break
            }
        }
        return gone
    }

    /// Collects the events that may be removed.
    private struct Pruning {
        private let moment: Timestamp
        private var attempts: [Int64: Attempt] = [:]
        /// The newest review or probe event of each item, and the newest reading of each slot and of the real-time URL;
        /// each replaces the earlier ones.
        private var newest: [Subject: Int64] = [:]
        private var replaced: Set<Int64> = []
        private var runOf: [(number: Int64, run: Int64, kind: JournalEvent.Kind)] = []

        private enum Subject: Hashable {
            case item(ServiceID?)
            case slot(DefaultSlot?)
            case realtimeURL
        }

        private struct Attempt {
            var item: ServiceID?
            var began: Timestamp
            var end: Int64?
            var outcome: String?
        }

        init(_ moment: Timestamp) { self.moment = moment }

        mutating func examine(_ event: JournalEvent) {
            runOf.append((event.number, event.run, event.kind))
            switch event.kind {
            case .attemptBegan: attempts[event.number] = Attempt(item: event.item, began: event.at)
            case .attemptEnded:
                guard let began = event.attempt else { return }
                attempts[began]?.end = event.number
                attempts[began]?.outcome = event.outcome
            case .reviewed, .probed: replace(.item(event.item), by: event)
            case .defaultSeen: replace(.slot(event.slot), by: event)
            case .realtimeSeen: replace(.realtimeURL, by: event)
            default: break
            }
        }

        private mutating func replace(_ subject: Subject, by event: JournalEvent) {
            guard event.at < moment, let former = newest.updateValue(event.number, forKey: subject) else { return }
            replaced.insert(former)
        }

        /// Returns the events to remove; those from `latest` on stay, because a running process looks for the last
        /// event that it knows.
        func result(
            _ state: inout JournalState,
            before latest: Int64
        ) throws -> (numbers: [Int64], attempts: Int, runs: Int) {
            // The last event marks the end of the log.
            let limit = min(latest, state.number)
            var gone = replaced.subtracting(state.showings).filter { $0 < limit }
            var count = 0
            for (number, attempt) in attempts where attempt.began < moment {
                // Keep an attempt without an end: the process that began it may be suspended, and end it later.
                guard let end = attempt.end, end < limit else { continue }
                if let item = attempt.item {
                    guard attempt.outcome != Answer.Outcome.accepted.rawValue,
                        let record = try state.record(item), record.state == .uploaded, record.proof == .response
                    else { continue }
                }
                gone.formUnion([number, end])
                count += 1
            }
            // A run is removed only if no events remain of it except its start, its counts and its end.
            let own: Set<JournalEvent.Kind> = [.runBegan, .runWanted, .runEnded]
            let needed = Set(
                runOf.filter { $0.number >= limit || !gone.contains($0.number) && !own.contains($0.kind) }.map(\.run)
            )
            let newest = Set(
                Dictionary(grouping: state.runs.values, by: \.record.command).values.compactMap { runs in
                    runs.map(\.record.id.number).max()
                }
            )
            let old = state.runs.filter { number, run in
                run.record.started < moment && run.record.ended != nil && !needed.contains(number)
                    && !newest.contains(number)
            }
            for (number, run, _) in runOf where old[run] != nil { gone.insert(number) }
            let runs = old.keys.count { gone.contains($0) }
            return (gone.sorted(), count, runs)
        }
    }

    /// Copies the whole journal into an empty one of any storage.
    ///
    /// - Returns: The copied states, by destination.
    /// - Throws: ``GlossportError`` with code `journal`, also if the target is not empty.
    package func copy(into target: Journal) async throws -> [Destination: JournalState] {
        guard try await target.log.destinations().isEmpty else {
            throw GlossportError(
                .journal,
                "The target journal is not empty.",
                remedy: "Name a new journal: two journals cannot be merged."
            )
        }
        var logs: [Destination: [JournalEvent]] = [:]
        var states: [Destination: JournalState] = [:]
        for destination in try await log.destinations() {
            var state = JournalState(destination)
            try await events(of: destination) { events in
                for event in events { try state.apply(event) }
                logs[destination, default: []] += events
            }
            states[destination] = state
        }
        try await target.log.fill(logs)
        return states
    }
}
