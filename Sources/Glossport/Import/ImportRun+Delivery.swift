/// Images and messages together.
extension ImportRun {
    /// Compares everything that a delivery wants with journal and service, with one list call for each kind.
    ///
    /// - Parameters:
    ///   - wanted: What is wanted.
    ///   - run: The run that the list calls are booked on; without one the service is not asked.
    ///   - adoptsFixedIDs: `--if-exists skip`.
    ///   - maxWait: The longest wait for the lists' allowance; `nil` waits for ever.
    /// - Returns: The plans.
    /// - Throws: ``GlossportError`` if journal or service can't be asked.
    package func plan(
        _ wanted: WantedItems,
        asking run: RunID?,
        adoptsFixedIDs: Bool,
        maxWait: Duration? = .seconds(900)
    ) async throws -> DeliveryPlan {
        var images: DeliveryPlan.Part?
        if !wanted.images.isEmpty {
            let (plan, evidence) = try await plan(
                wanted.images,
                kind: .image,
                asking: run,
                adoptsFixedIDs: adoptsFixedIDs,
                maxWait: maxWait
            )
            images = DeliveryPlan.Part(plan: plan, evidence: evidence)
        }
        let (plan, evidence) = try await plan(
            wanted.messages,
            incomplete: wanted.incomplete,
            asking: run,
            adoptsFixedIDs: adoptsFixedIDs,
            maxWait: maxWait
        )
        return DeliveryPlan(images: images, messages: DeliveryPlan.Part(plan: plan, evidence: evidence))
    }

    /// Uploads the images, then every message whose images are there.
    ///
    /// - Parameters:
    ///   - delivery: From ``plan(_:asking:adoptsFixedIDs:maxWait:)`` of the same run.
    ///   - wanted: What is wanted.
    ///   - run: The run.
    ///   - settings: The user's choices.
    ///   - seed: For the jitter.
    ///   - interrupts: See ``Uploader``.
    ///   - deadline: See ``Uploader``.
    ///   - progress: See ``Uploader``.
    /// - Returns: How it ended, images and messages counted together.
    /// - Throws: ``GlossportError`` if the journal fails before anything was sent.
    package func upload(
        _ delivery: DeliveryPlan,
        of wanted: WantedItems,
        in run: RunID,
        settings: UploadSettings,
        seed: UInt64,
        interrupts: AsyncStream<Void>,
        deadline: Timestamp?,
        progress: (UploadMachine) -> Void
    ) async throws -> RunSummary {
        var held: Set<ServiceID> = []
        var imageSummary: RunSummary?
        if let images = delivery.images {
            var own = settings
            // Each request holds a whole file.
            own.concurrency = min(settings.concurrency, Self.imageConcurrency)
            let summary = try await upload(
                images.plan,
                evidence: images.evidence,
                in: run,
                images: wanted.imageFiles,
                settings: own,
                seed: seed,
                interrupts: interrupts,
                deadline: deadline,
                progress: progress
            )
            switch summary.outcome {
            case .interrupted, .deadline, .credentials, .failed:
                return summary + RunSummary(notStarted: delivery.messages.plan, because: summary)
            case .done, .partial, .conflict, .capacity, .notYet: break
            }
            held = try await messagesToHold(wanted)
            imageSummary = summary
        }
        let summary = try await upload(
            delivery.messages.plan,
            evidence: delivery.messages.evidence,
            in: run,
            holding: held,
            settings: settings,
            seed: seed &+ 1,
            interrupts: interrupts,
            deadline: deadline,
            progress: progress
        )
        return imageSummary.map { $0 + summary } ?? summary
    }

    /// Images in flight at once.
    private static let imageConcurrency = 4

    /// Messages with an image that is not there.
    private func messagesToHold(_ wanted: WantedItems) async throws -> Set<ServiceID> {
        let images = try await records(of: wanted.images.map(\.id))
        let isMissing = { (id: ServiceID) in images[id]?.state != .uploaded }
        return Set(wanted.imagesOfMessage.filter { $0.value.contains(where: isMissing) }.keys)
    }
}

extension RunSummary {
    /// The counts of both; the graver end of the two.
    static func + (images: RunSummary, messages: RunSummary) -> RunSummary {
        var sum = messages
        sum.images = images.planned
        sum.planned += images.planned
        sum.done += images.done
        sum.alreadyThere += images.alreadyThere
        sum.failed += images.failed
        sum.unknown += images.unknown
        sum.notYet += images.notYet
        sum.requests += images.requests
        sum.throttled += images.throttled
        sum.failures = images.failures + messages.failures
        sum.stop = images.stop ?? messages.stop
        let order: [Outcome] = [
            .failed, .credentials, .interrupted, .deadline, .conflict, .capacity, .notYet, .partial, .done,
        ]
        let outcomes = [images.outcome, messages.outcome]
        sum.outcome = order.first { outcomes.contains($0) } ?? messages.outcome
        return sum
    }

    /// The messages of a run that ended with its images.
    init(notStarted plan: Plan, because images: RunSummary) {
        var tally = UploadTally(total: plan.count(.upload))
        tally.stop = images.stop
        self.init(plan: plan, tally: tally)
        outcome = images.outcome
    }
}
