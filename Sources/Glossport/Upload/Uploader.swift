import GlossportReading

/// Performs the effects of ``UploadMachine``.
///
/// No other part of the core uploads items.
///
/// Every effect is a child task that ends in at most one event. The machine bounds the number of children: one for each
/// item in flight, one probe, and the waits that later ones have replaced.
package struct Uploader: Sendable {
    private let run: Run
    private let kind: Item.Kind
    private let images: ImageFiles

    /// - Parameters:
    ///   - run: The current run. When it stops, nothing new is sent, and requests in flight settle.
    ///   - kind: The kind of the items.
    ///   - images: The files of the images.
    package init(_ run: Run, _ kind: Item.Kind = .message, images: ImageFiles = ImageFiles()) {
        self.run = run
        self.kind = kind
        self.images = images
    }

    /// Sends every item of the machine's queue.
    ///
    /// The `machine` must be new. The closure `progress` is called after each event on the caller's task, and must be
    /// quick.
    ///
    /// - Returns: The final counts. Errors are not thrown: a journal failure is ``StopReason/journal(_:)``.
    package func upload(
        _ machine: consuming UploadMachine,
        progress: (UploadMachine) -> Void
    ) async -> UploadTally {
        var machine = machine
        await withTaskGroup(of: UploadMachine.Event?.self) { group in
            group.addTask {
                switch try? await run.stop.wait() {
                case .interrupted?: .interrupted
                case .deadline?: .deadlineReached
                case nil: nil
                }
            }
            var effects = machine.handle(.started, at: run.time.now)
            events: while true {
                for effect in effects {
                    if case .done = effect { break events }
                    group.addTask { await perform(effect) }
                }
                guard let event = await group.next() else { break }
                guard let event else {
                    effects = []
                    continue
                }
                effects = machine.handle(event, at: run.time.now)
                progress(machine)
            }
            // Only waits and the stop watcher are left.
            group.cancelAll()
        }
        return machine.tally
    }

    private func send(_ item: Item) async -> Answer {
        switch item.content {
        case .message(let content): return await run.service.upload(content, as: item.id)
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
            return await run.service.uploadImage(bytes, size: content.size, as: item.id)
        }
    }

    private func perform(_ effect: UploadMachine.Effect) async -> UploadMachine.Event? {
        do {
            switch effect {
            case .begin(let start):
                let attempt = try await run.journal.beginAttempt(start, in: run.id)
                return start.item.map { .begun($0, attempt) }
            case .send(let item, _):
                // The machine has just checked the attempt's age.
                return await Departure.$latest.withValue(run.time.now + RequestBudget.slotLifetime) {
                    .answered(item.id, await send(item))
                }
            case .finish(let end):
                try await run.journal.finishAttempt(end, in: run.id)
                return end.change.map { .recorded($0.item) }
            case .probe:
                do {
                    return .probed(try await run.probe(kind))
                } catch is Stopped {
                    return .probed(Answer(.notSent, detail: "stopped before sending"))
                }
            case .wait(let moment):
                try await run.time.sleep(until: moment)
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
