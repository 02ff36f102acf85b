/// Deletes at the service what nothing needs any more: messages first, then the images that only they used.
package struct PruneRun: Sendable {
    private let journal: any DefaultsJournal
    private let service: any DefaultsService
    private let time: any TimeSource
    private let destination: Destination
    private let budgets: [Endpoint: Int]

    /// Attempts at one deletion without a definite answer.
    private static let tries = 4

    /// - Parameters:
    ///   - journal: The durable record.
    ///   - service: Where to.
    ///   - time: When.
    ///   - destination: The app and its environment.
    ///   - budgets: Requests per hour that replace Apple's.
    package init(
        journal: any DefaultsJournal,
        service: any DefaultsService,
        time: any TimeSource,
        destination: Destination,
        budgets: [Endpoint: Int]
    ) {
        self.journal = journal
        self.service = service
        self.time = time
        self.destination = destination
        self.budgets = budgets
    }

    /// What can be deleted, proven as far as the service can be asked.
    ///
    /// The service has no list of defaults, and another tool may have set one. So each product is asked what it shows in the locales of
    /// the candidates.
    ///
    /// - Parameters:
    ///   - wanted: What the current catalog makes, messages and images.
    ///   - products: The products that the project knows; those of the journal are added.
    ///   - run: What the requests are booked on.
    ///   - maxWait: The longest wait for quota; `nil` waits for ever.
    /// - Returns: The plan, and the candidates that turned out to be defaults, with where.
    /// - Throws: ``GlossportError`` of the journal, or if the service can't be asked; `CancellationError`.
    package func plan(
        wanted: Set<ServiceID>,
        products: Set<String>,
        in run: RunID,
        maxWait: Duration? = .seconds(900)
    ) async throws -> (plan: PrunePlan, inUse: [ServiceID: DefaultSlot]) {
        let records = try await journal.allRecords(at: destination)
        var listed: Set<ServiceID> = []
        for kind in records.contains(where: { $0.item.kind == .image }) ? Item.Kind.allCases : [.message] {
            let list = ListCall(
                journal: journal,
                service: service,
                time: time,
                destination: destination,
                kind: kind,
                budgets: budgets
            )
            listed.formUnion(try await list.states(in: run, maxWait: maxWait).keys)
        }
        let defaults = try await journal.defaults(at: destination)
        var plan = PrunePlan(records: records, defaults: defaults, wanted: wanted, listed: listed)
        let known = products.union(defaults.map(\.slot.product))
        let locales = Set(plan.candidates.map(\.item.locale)).subtracting([""])
        var inUse: [ServiceID: DefaultSlot] = [:]
        let candidates = Set(plan.candidates.map(\.item.id))
        let slots = known.flatMap { product in locales.map { DefaultSlot(product: product, locale: $0) } }.sorted()
        for (slot, id) in try await shown(in: slots, run, maxWait) where candidates.contains(id) { inUse[id] = slot }
        plan.keep(Set(inUse.keys))
        return (plan, inUse)
    }

    /// What the slots hold at the service.
    private func shown(
        in slots: [DefaultSlot],
        _ run: RunID,
        _ maxWait: Duration?
    ) async throws -> [(DefaultSlot, ServiceID)] {
        var calls = calls(.getDefault, maxWait)
        var shown: [(DefaultSlot, ServiceID)] = []
        for slot in slots {
            var tries = 0
            while true {
                tries += 1
                guard try await calls.reserve(1) else { throw Self.quota }
                var found: ServiceID?
                let answer = try await calls.make(in: run) {
                    let (answer, id) = await service.getDefault(slot)
                    found = id
                    return answer
                }
                switch answer.outcome {
                case .accepted: if let found { shown.append((slot, found)) }
                // Nothing is set there; or the service knows no such product or locale, which then shows nothing either.
                case .notFound, .refused: break
                case .throttled:
                    calls.wasThrottled(answer)
                    continue
                case .unauthorized where tries == 1: continue
                case .unknown where tries < Self.tries, .notSent where tries < Self.tries:
                    try await time.sleep(until: time.now + .milliseconds(250 << tries))
                    continue
                default: throw ListCall.error(answer)
                }
                break
            }
        }
        return shown
    }

    /// Deletes the candidates.
    ///
    /// Each is given up in the journal before the request leaves, so that its id is never used again, whatever becomes of the request.
    ///
    /// - Parameters:
    ///   - plan: What to delete.
    ///   - run: The run.
    ///   - maxWait: The longest wait for quota; `nil` waits for ever.
    ///   - progress: Called after each deletion.
    /// - Returns: What came of it.
    /// - Throws: ``GlossportError`` of the journal, or for a refused token; `CancellationError`.
    package func delete(
        _ plan: PrunePlan,
        in run: RunID,
        maxWait: Duration? = .seconds(900),
        progress: (PruneSummary) -> Void = { _ in }
    ) async throws -> PruneSummary {
        var summary = PruneSummary(planned: plan.candidates.count)
        for kind in [Item.Kind.message, .image] {
            var calls = calls(kind.deleteEndpoint, maxWait)
            for candidate in plan.candidates where candidate.item.kind == kind {
                guard try await delete(candidate.item, kind, &calls, &summary, in: run) else {
                    summary.resumeAt = calls.resumeAt
                    return summary
                }
                progress(summary)
            }
        }
        return summary
    }

    /// Deletes items by id, also such as the journal does not know.
    ///
    /// - Parameters:
    ///   - ids: What to delete.
    ///   - kind: What they are.
    ///   - known: What the journal knows of them.
    ///   - run: The run.
    ///   - maxWait: The longest wait for quota; `nil` waits for ever.
    /// - Returns: What came of it.
    /// - Throws: As ``delete(_:in:maxWait:progress:)`` does.
    package func delete(
        _ ids: [ServiceID],
        _ kind: Item.Kind,
        known: [ServiceID: ItemRecord],
        in run: RunID,
        maxWait: Duration? = .seconds(900)
    ) async throws -> PruneSummary {
        var summary = PruneSummary(planned: ids.count)
        var calls = calls(kind.deleteEndpoint, maxWait)
        for id in ids {
            let nothing = MessageContent(header: "", body: "")
            let item = known[id]?.item ?? Item(id: id, content: .message(nothing), digest: [])
            let isOurs = known[id]?.state == .uploaded || known[id]?.state == .deleted
            guard try await delete(item, kind, isOurs: isOurs, &calls, &summary, in: run) else {
                summary.resumeAt = calls.resumeAt
                return summary
            }
        }
        return summary
    }

    /// Deletes one; says whether there was quota for it.
    private func delete(
        _ item: Item,
        _ kind: Item.Kind,
        isOurs: Bool = true,
        _ calls: inout BookedCalls,
        _ summary: inout PruneSummary,
        in run: RunID
    ) async throws -> Bool {
        var tries = 0
        var mayBeGone = false
        while true {
            tries += 1
            guard try await calls.reserve(1) else { return false }
            if tries == 1, isOurs { try await journal.noteDeletion(of: [item.id], at: time.now, in: run) }
            let answer = try await calls.make(in: run) { await service.delete(kind, item.id) }
            switch answer.outcome {
            // What is not there any more needs no deletion.
            case .accepted, .notFound: summary.deleted.append(item)
            case .throttled:
                calls.wasThrottled(answer)
                continue
            case .unauthorized where tries == 1: continue
            case .unknown where tries < Self.tries, .notSent where tries < Self.tries:
                mayBeGone = mayBeGone || answer.outcome == .unknown
                try await time.sleep(until: time.now + .milliseconds(250 << tries))
                continue
            // Given up it stays: nobody can say whether it is gone.
            case .unknown: summary.unknown.append(item)
            default:
                if !mayBeGone, isOurs { try await journal.noteDeletion(of: [item.id], at: nil, in: run) }
                if answer.outcome != .refused { throw ListCall.error(answer) }
                let isInUse = answer.appleCode == 4_030_019
                let reason = isInUse ? "a message that this journal does not know uses it" : answer.explanation
                summary.kept.append(PruneSummary.Kept(item: item, reason: reason))
            }
            return true
        }
    }

    private func calls(_ endpoint: Endpoint, _ maxWait: Duration?) -> BookedCalls {
        BookedCalls(
            journal: journal,
            time: time,
            destination: destination,
            endpoint: endpoint,
            budgets: budgets,
            maxWait: maxWait
        )
    }

    private static var quota: GlossportError {
        GlossportError(
            .quota,
            "The hour's quota for asking after defaults is used up.",
            remedy: "Run the command again later."
        )
    }
}
