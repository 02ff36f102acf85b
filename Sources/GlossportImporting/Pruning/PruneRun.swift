package import GlossportChecking
import GlossportReading

/// Deletes at the service what nothing needs any more: messages first, then the images that only they used.
package struct PruneRun: Sendable {
    private let booked: BookedService
    private let access: ServiceAccess

    /// - Parameter booked: The way to journal and service.
    package init(_ booked: BookedService) {
        self.booked = booked
        access = booked.access
    }

    /// The items that can be deleted, verified at the service as far as possible.
    ///
    /// The service has no list of defaults, and another tool may have set one. So each product is asked what it shows in every
    /// locale that the journal knows.
    ///
    /// - Parameters:
    ///   - wanted: The current catalog's messages and images.
    ///   - names: The names of the current catalog's messages.
    ///   - products: The products that the project knows; those of the journal are added.
    /// - Returns: The plan, and the candidates that turned out to be defaults, with where.
    /// - Throws: ``GlossportError`` of the journal, also for an item whose text does not make its id, or if the service can't be asked; ``OutOfQuota``; ``Stopped``; `CancellationError`.
    package func plan(
        wanted: Set<ServiceID>,
        names: Set<String> = [],
        products: Set<String>
    ) async throws -> (plan: PrunePlan, inUse: [ServiceID: DefaultSlot]) {
        let records = try await access.journal.allRecords(at: access.destination)
        // Anyone can write a journal; an id proves that a message is ours, and which images it uses.
        for record in records { try record.item.requireIdentity(app: access.destination.app) }
        var listed: Set<ServiceID> = []
        var live = 0
        var others: Set<ServiceID> = []
        for kind in Item.Kind.listed(for: records) {
            let found = try await booked.list(kind)
            if kind == .message {
                live = found.count
                others = Set(found.keys).subtracting(records.map(\.item.id))
            }
            listed.formUnion(found.keys)
        }
        let defaults = try await access.journal.defaults(at: access.destination)
        var plan = PrunePlan(
            records: records,
            defaults: defaults,
            wanted: wanted,
            listed: listed,
            vanished: try await access.absences.vanished,
            names: names,
            live: live
        )
        plan.others = others
        let known = products.union(defaults.map(\.slot.product))
        // Nothing binds a message to its locale at the service: it may be shown in any that this project has ever had.
        let locales =
            plan.candidates.isEmpty
            ? [] : Set(records.map(\.item.locale) + defaults.map(\.slot.locale)).subtracting([""])
        var inUse: [ServiceID: DefaultSlot] = [:]
        let candidates = Set(plan.candidates.map(\.item.id))
        let slots = known.flatMap { product in locales.map { DefaultSlot(product: product, locale: $0) } }.sorted()
        for slot in slots {
            if let id = try await booked.shownDefault(slot), candidates.contains(id) { inUse[id] = slot }
        }
        plan.keep(Set(inUse.keys))
        return (plan, inUse)
    }

    /// Deletes the candidates.
    ///
    /// Each is given up in the journal before the request leaves, so that its id is never used again, whatever becomes of the request.
    ///
    /// - Parameters:
    ///   - plan: The items to delete.
    ///   - progress: Called after each deletion.
    /// - Returns: The summary.
    /// - Throws: ``GlossportError`` of the journal, or for a refused token or a service that can't be reached; `CancellationError`.
    package func delete(
        _ plan: PrunePlan,
        progress: (PruneSummary) -> Void = { _ in }
    ) async throws -> PruneSummary {
        if !plan.vanished.isEmpty {
            let gone = plan.vanished.map(\.id)
            try await access.journal.recordDeletion(of: gone, at: access.time.now, in: booked.run)
        }
        let messagesFirst =
            plan.candidates.filter { $0.item.kind == .message } + plan.candidates.filter { $0.item.kind == .image }
        return try await delete(
            messagesFirst.map { Deletion(kind: $0.item.kind, id: $0.item.id, isOurs: true) },
            progress
        )
    }

    /// Deletes items by id, also such as the journal does not know.
    ///
    /// - Parameters:
    ///   - ids: The items to delete.
    ///   - kind: Their kind.
    ///   - evenIfShown: Whether also what customers see, as far as the journal knows.
    /// - Returns: The summary.
    /// - Throws: As ``delete(_:progress:)`` does; ``GlossportError`` with code `invalidOption` for what customers see.
    package func delete(_ ids: [ServiceID], _ kind: Item.Kind, evenIfShown: Bool) async throws -> PruneSummary {
        for record in try await access.journal.defaults(at: access.destination) where !evenIfShown {
            guard let id = record.present, ids.contains(id) else { continue }
            throw GlossportError(
                .invalidOption,
                "\(id) is the default of \(record.slot): customers would see nothing.",
                remedy: "Set another default first, or add --force."
            )
        }
        let known = try await access.journal.records(of: ids, at: access.destination)
        let deletions = ids.map { id in
            let state = known[id]?.state
            return Deletion(kind: kind, id: id, isOurs: state == .uploaded || state == .deleted)
        }
        return try await delete(deletions) { _ in }
    }

    /// Something to delete.
    private struct Deletion {
        var kind: Item.Kind
        var id: ServiceID
        /// Whether the journal knows it as uploaded.
        var isOurs: Bool
    }

    private func delete(_ deletions: [Deletion], _ progress: (PruneSummary) -> Void) async throws -> PruneSummary {
        var summary = PruneSummary(planned: deletions.count)
        do {
            for deletion in deletions {
                try await delete(deletion, &summary)
                progress(summary)
            }
        } catch let quota as OutOfQuota {
            summary.outOfQuota = quota
        } catch let stopped as Stopped {
            summary.stop = stopped.cause
        }
        return summary
    }

    private func delete(_ deletion: Deletion, _ summary: inout PruneSummary) async throws {
        let (id, isOurs) = (deletion.id, deletion.isOurs)
        let note = { @Sendable [access, booked] (moment: Timestamp?) in
            guard isOurs else { return }
            try await access.journal.recordDeletion(of: [id], at: moment, in: booked.run)
        }
        let answer = try await booked.delete(
            deletion.kind,
            id,
            prepare: { [access] in try await note(access.time.now) },
            revert: { try await note(nil) }
        )
        switch answer.outcome {
        // An item that no longer exists needs no deletion.
        case .accepted, .notFound: summary.deleted.append(id)
        // A deletion without a conclusive answer: the item may be gone.
        case .unknown: summary.unknown.append(id)
        default:
            let isInUse = answer.appleCode == 4_030_019
            let reason = isInUse ? "a message that this journal does not know uses it" : answer.explanation
            summary.kept.append(PruneSummary.Kept(id: id, reason: reason))
        }
    }
}
