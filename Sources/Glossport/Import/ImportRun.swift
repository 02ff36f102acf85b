/// Brings a checked catalog to the service: plan, enqueue, upload, settle.
///
/// From `enqueue` on everything is durable; killed at any instant, the same call goes on where it stopped.
package struct ImportRun: Sendable {
    private let journal: any Journal
    private let service: any MessageService
    private let time: any TimeSource
    private let destination: Destination
    private let pace: Pace
    private let budgets: [Endpoint: Int]

    package init(
        journal: any Journal,
        service: any MessageService,
        time: any TimeSource,
        destination: Destination,
        pace: Pace,
        budgets: [Endpoint: Int]
    ) {
        self.journal = journal
        self.service = service
        self.time = time
        self.destination = destination
        self.pace = pace
        self.budgets = budgets
    }

    /// Compares the wanted items with journal and service, with one list call.
    ///
    /// - Parameters:
    ///   - items: What is wanted, and how many records made no item.
    ///   - run: The run that the list call is booked on; without one the service is not asked.
    ///   - adoptsFixedIDs: `--if-exists skip`.
    /// - Returns: The plan, and what the list proves.
    /// - Throws: ``GlossportError`` if journal or service can't be asked.
    package func plan(
        _ items: (items: [Item], incomplete: Int),
        asking run: RunID?,
        adoptsFixedIDs: Bool
    ) async throws -> (plan: Plan, evidence: [ItemChange]) {
        let listed: [ServiceID: ReviewState]? =
            if let run { try await list(in: run) } else { nil }
        let records = try await journal.records(of: items.items.map(\.id), at: destination)
        let held = try await journal.allRecords(at: destination).count { $0.state == .uploaded }
        let planner = Planner(
            destination: destination,
            records: records,
            listed: listed,
            journalHeld: held,
            adoptsFixedIDs: adoptsFixedIDs
        )
        return planner.plan(
            items.items,
            incomplete: items.incomplete,
            budget: try await budget(.uploadMessage),
            at: time.now
        )
    }

    /// Uploads what the plan says.
    ///
    /// - Parameters:
    ///   - plan: From ``plan(_:asking:adoptsFixedIDs:)`` of the same run.
    ///   - evidence: What the list proved.
    ///   - run: The run.
    ///   - settings: The user's choices.
    ///   - seed: For the jitter.
    ///   - interrupts: See ``Uploader``.
    ///   - deadline: See ``Uploader``.
    ///   - progress: See ``Uploader``.
    /// - Returns: How it ended.
    /// - Throws: ``GlossportError`` if the journal fails before anything was sent.
    package func upload(
        _ plan: Plan,
        evidence: [ItemChange],
        in run: RunID,
        settings: UploadSettings,
        seed: UInt64,
        interrupts: AsyncStream<Void>,
        deadline: Timestamp?,
        progress: (UploadMachine) -> Void
    ) async throws -> RunSummary {
        let wanted = plan.items.filter { $0.action != .overCapacity }
        _ = try await journal.enqueue(wanted.map(\.item), in: run)
        if !evidence.isEmpty { try await journal.settle(evidence, at: time.now, in: run) }
        let toUpload = plan.count(.upload)
        var tally = UploadTally(total: toUpload)
        if toUpload > 0 {
            let machine = UploadMachine(
                total: toUpload,
                settings: settings,
                budget: try await budget(.uploadMessage),
                seed: seed
            )
            let uploader = Uploader(journal: journal, service: service, time: time)
            tally = await uploader.upload(
                machine,
                run: run,
                destination: destination,
                interrupts: interrupts,
                deadline: deadline,
                progress: progress
            )
            if tally.unknown > 0, tally.stop == nil {
                try await settleUnknown(&tally, wanted: wanted.map(\.item), in: run)
            }
        }
        return RunSummary(plan: plan, tally: tally)
    }

    /// One list call settles all uploads whose fate is unknown; an absent id proves nothing.
    private func settleUnknown(_ tally: inout UploadTally, wanted: [Item], in run: RunID) async throws {
        guard let listed = try? await list(in: run) else { return }
        let records = try await journal.records(of: wanted.map(\.id), at: destination)
        let landed = records.values.filter { $0.state == .unknown && listed[$0.item.id] != nil }
        try await journal.settle(
            landed.map { ItemChange($0.item.id, to: .uploaded, proof: .listed) },
            at: time.now,
            in: run
        )
        for record in landed { tally.settleFromList(record.item.id) }
    }

    /// One list call, within its own budget.
    private func list(in run: RunID) async throws -> [ServiceID: ReviewState] {
        var budget = try await budget(.listMessages)
        if let slot = budget.nextSlot(at: time.now), slot.moment > time.now {
            try await time.sleep(until: slot.moment)
        }
        let attempt = try await journal.beginAttempt(
            AttemptStart(.listMessages, item: nil, started: time.now),
            in: run
        )
        let (answer, messages) = await service.listMessages()
        try await journal.finishAttempt(
            AttemptEnd(attempt, finished: time.now, answer: answer, change: nil),
            in: run
        )
        guard answer.outcome == .accepted else { throw Self.error(answer) }
        return messages
    }

    private static func error(_ answer: Answer) -> GlossportError {
        switch answer.outcome {
        case .unauthorized:
            GlossportError(
                .credentials,
                "The service does not accept the token (\(answer.sentence)).",
                remedy: "Check issuer ID, key ID, key file and bundle ID; it must be an In-App Purchase key."
            )
        case .accessRefused:
            GlossportError(
                .accessRefused,
                "The service gives no access (\(answer.sentence)).",
                remedy: "Check environment and address; Apple grants access to this API on request."
            )
        case .notSent:
            GlossportError(
                .service,
                "The service can't be reached (\(answer.sentence)).",
                remedy: "Check the network and --endpoint, and run the command again."
            )
        case .throttled:
            GlossportError(
                .service,
                "The service's allowance for lists is used up (\(answer.sentence)).",
                remedy: "Run the command again later."
            )
        default:
            GlossportError(
                .service,
                "The service could not list its messages (\(answer.sentence)).",
                remedy: "Run the command again later."
            )
        }
    }

    /// What is left of an endpoint's allowance.
    ///
    /// Only uploads are many enough to be spread; a list call goes at once.
    private func budget(_ endpoint: Endpoint) async throws -> RequestBudget {
        let state = try await journal.budget(
            endpoint,
            at: destination,
            since: time.now - HourLedger.hour - .seconds(60)
        )
        return RequestBudget(
            allowance: budgets[endpoint] ?? endpoint.hourlyAllowance(in: destination.environment),
            pace: pace,
            state: state
        )
    }
}
