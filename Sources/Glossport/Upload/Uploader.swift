/// Performs what ``UploadMachine`` decides: the only part of the core that touches service and journal at once.
///
/// Every effect is a child task that ends in one event. The number of children is bounded by the machine: one per item in
/// flight, one claim, one probe, and the waits that earlier ones have replaced.
package struct Uploader: Sendable {
    private let journal: any Journal
    private let service: any MessageService
    private let time: any TimeSource
    private let images: ImageFiles
    private let probe: @Sendable () async throws -> Answer

    /// - Parameters:
    ///   - journal: Where every attempt is written before it is made.
    ///   - service: Where to.
    ///   - time: When.
    ///   - images: Where the images are that the run sends.
    ///   - probe: Makes one cheap call, booked in the journal, to see whether the service can be reached.
    package init(
        journal: any Journal,
        service: any MessageService,
        time: any TimeSource,
        images: ImageFiles = ImageFiles(),
        probe: @escaping @Sendable () async throws -> Answer
    ) {
        self.journal = journal
        self.service = service
        self.time = time
        self.images = images
        self.probe = probe
    }

    /// Sends everything that the run has enqueued.
    ///
    /// - Parameters:
    ///   - machine: The decisions, fresh.
    ///   - run: The run.
    ///   - interrupts: Each element asks to stop: nothing new is claimed, and requests in flight settle.
    ///   - deadline: When to stop in any case.
    ///   - progress: Called after each event, on the caller's task; it must be quick.
    /// - Returns: What came of it. Nothing is thrown: a failing journal is ``StopReason/journal(_:)``.
    package func upload(
        _ machine: consuming UploadMachine,
        run: RunID,
        interrupts: AsyncStream<Void>,
        deadline: Timestamp?,
        progress: (UploadMachine) -> Void
    ) async -> UploadTally {
        var machine = machine
        await withTaskGroup(of: UploadMachine.Event?.self) { group in
            group.addTask {
                for await _ in interrupts { return .interrupted }
                return nil
            }
            if let deadline {
                group.addTask {
                    do { try await time.sleep(until: deadline) } catch { return nil }
                    return .deadlineReached
                }
            }
            var effects = machine.handle(.started, at: time.now)
            run: while true {
                for effect in effects {
                    if case .done = effect { break run }
                    group.addTask { await perform(effect, run: run) }
                }
                guard let event = await group.next() else { break }
                guard let event else {
                    effects = []
                    continue
                }
                effects = machine.handle(event, at: time.now)
                progress(machine)
            }
            // Only waits and the interrupt's watcher are left.
            group.cancelAll()
        }
        return machine.tally
    }

    private func send(_ item: Item) async throws -> Answer {
        switch item.content {
        case .message(let content): await service.upload(content, as: item.id)
        case .image(let content):
            await service.uploadImage(try images.bytes(of: content, item.id), size: content.size, as: item.id)
        }
    }

    private func perform(
        _ effect: UploadMachine.Effect,
        run: RunID
    ) async -> UploadMachine.Event? {
        do {
            switch effect {
            case .claim(let limit): return .claimed(try await journal.claim(limit, in: run), asked: limit)
            case .begin(let start):
                let attempt = try await journal.beginAttempt(start, in: run)
                return start.item.map { .begun($0, attempt) }
            case .send(let item, _): return .answered(item.id, try await send(item))
            case .finish(let end):
                try await journal.finishAttempt(end, in: run)
                return end.change.map { .recorded($0.item) }
            case .probe: return .probed(try await probe())
            case .wait(let moment):
                try await time.sleep(until: moment)
                return .woke(moment)
            case .done: return nil
            }
        } catch let error as GlossportError {
            return .failed(error)
        } catch is CancellationError {
            return nil
        } catch {
            return .failed(GlossportError(.journal, "The journal failed: \(error)."))
        }
    }
}
