import GlossportReading

/// Performs what ``UploadMachine`` decides: the only part of the core that uploads.
///
/// Every effect is a child task that ends in at most one event. The number of children is bounded by the machine: one per item in
/// flight, one probe, and the waits that earlier ones have replaced.
package struct Uploader: Sendable {
    private let journal: Journal
    private let service: any MessageService
    private let time: any TimeSource
    private let stop: StopRequest
    private let images: ImageFiles
    private let probe: @Sendable () async throws -> Answer

    /// - Parameters:
    ///   - journal: Where every attempt is written before it is made.
    ///   - service: Where to.
    ///   - time: When.
    ///   - stop: Ends it early: nothing new is sent, and requests in flight settle.
    ///   - images: Where the images are that the run sends.
    ///   - probe: Makes one cheap call, booked in the journal, to see whether the service can be reached.
    package init(
        journal: Journal,
        service: any MessageService,
        time: any TimeSource,
        stop: StopRequest = StopRequest(),
        images: ImageFiles = ImageFiles(),
        probe: @escaping @Sendable () async throws -> Answer
    ) {
        self.journal = journal
        self.service = service
        self.time = time
        self.stop = stop
        self.images = images
        self.probe = probe
    }

    /// Sends everything that the machine has.
    ///
    /// - Parameters:
    ///   - machine: The decisions, fresh.
    ///   - run: The run.
    ///   - progress: Called after each event, on the caller's task; it must be quick.
    /// - Returns: The summary. Nothing is thrown: a failing journal is ``StopReason/journal(_:)``.
    package func upload(
        _ machine: consuming UploadMachine,
        run: RunID,
        progress: (UploadMachine) -> Void
    ) async -> UploadTally {
        var machine = machine
        await withTaskGroup(of: UploadMachine.Event?.self) { group in
            group.addTask {
                switch try? await stop.wait() {
                case .interrupted?: .interrupted
                case .deadline?: .deadlineReached
                case nil: nil
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
            // Only waits and the watcher for the stop are left.
            group.cancelAll()
        }
        return machine.tally
    }

    private func send(_ item: Item) async -> Answer {
        switch item.content {
        case .message(let content): return await service.upload(content, as: item.id)
        case .image(let content):
            let bytes: [UInt8]
            do {
                bytes = try images.bytes(of: content, item.id)
            } catch let error as GlossportError {
                return Answer(
                    .unreadable,
                    detail: [error.message, error.remedy].compactMap(\.self).joined(separator: " ")
                )
            } catch {
                return Answer(.unreadable, detail: "The image \(content.path) can't be read.")
            }
            return await service.uploadImage(bytes, size: content.size, as: item.id)
        }
    }

    private func perform(
        _ effect: UploadMachine.Effect,
        run: RunID
    ) async -> UploadMachine.Event? {
        do {
            switch effect {
            case .begin(let start):
                let attempt = try await journal.beginAttempt(start, in: run)
                return start.item.map { .begun($0, attempt) }
            case .send(let item, _):
                // The machine has just looked at the attempt's age.
                return await Departure.$latest.withValue(time.now + RequestBudget.slotLifetime) {
                    .answered(item.id, await send(item))
                }
            case .finish(let end):
                try await journal.finishAttempt(end, in: run)
                return end.change.map { .recorded($0.item) }
            case .probe:
                do {
                    return .probed(try await probe())
                } catch is Stopped {
                    return .probed(Answer(.notSent, detail: "stopped before sending"))
                }
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
            return .failed(
                GlossportError(GlossportError.Code(rawValue: "unclassified"), "The upload failed: \(error).")
            )
        }
    }
}
