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
        var inUse: [ServiceID: DefaultSlot] = [:]
        if !plan.candidates.isEmpty {
            let candidates = Set(plan.candidates.map(\.item.id))
            inUse = try await shown(products, Self.locales(records, defaults), defaults).filter {
                candidates.contains($0.key)
            }
        }
        plan.keep(Set(inUse.keys))
        return (plan, inUse)
    }

    /// Nothing binds a message to its locale at the service: it may be shown in any that this project has ever had.
    private static func locales(_ records: [ItemRecord], _ defaults: [DefaultRecord]) -> Set<String> {
        Set(records.map(\.item.locale) + defaults.map(\.slot.locale)).subtracting([""])
    }

    /// The messages that customers see, each with a slot; the service is asked for every product in every locale.
    private func shown(
        _ products: Set<String>,
        _ locales: Set<String>,
        _ defaults: [DefaultRecord]
    ) async throws -> [ServiceID: DefaultSlot] {
        let products = products.union(defaults.map(\.slot.product))
        var shown: [ServiceID: DefaultSlot] = [:]
        for slot in products.flatMap({ product in locales.map { DefaultSlot(product: product, locale: $0) } }).sorted()
        {
            if let id = try await booked.shownDefault(slot) { shown[id] = slot }
        }
        return shown
    }

    /// Deletes the candidates.
    ///
    /// Each is given up in the journal before the request leaves, so that its id is never used again, whatever becomes of the request.
    ///
    /// - Parameters:
    ///   - plan: The items to delete.
    ///   - progress: Called after each deletion.
    /// - Returns: The summary.
    /// - Throws: ``GlossportError`` of the journal, or for a refused token or a service that can't be reached; `CancellationError`. After the
    ///   first deletion, the summary has the error.
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
    ///   - products: The products that the project knows; those of the journal are added.
    ///   - evenIfShown: Whether also what customers see; then the service is not asked.
    /// - Returns: The summary.
    /// - Throws: As ``delete(_:progress:)`` does; ``GlossportError`` with code `invalidOption` for what customers see, or that of
    ///   ``BookedService/shownDefault(_:)`` where it is not known.
    package func delete(
        _ ids: [ServiceID],
        _ kind: Item.Kind,
        products: Set<String> = [],
        evenIfShown: Bool
    ) async throws -> PruneSummary {
        if !evenIfShown { try await requireUnseen(ids, kind, products) }
        let known = try await access.journal.records(of: ids, at: access.destination)
        let deletions = ids.map { id in
            let state = known[id]?.state
            return Deletion(kind: kind, id: id, isOurs: state == .uploaded || state == .deleted)
        }
        return try await delete(deletions) { _ in }
    }

    /// Makes sure that customers see none of these items: messages as defaults, images with them.
    private func requireUnseen(_ ids: [ServiceID], _ kind: Item.Kind, _ products: Set<String>) async throws {
        let records = try await access.journal.allRecords(at: access.destination)
        let defaults = try await access.journal.defaults(at: access.destination)
        let messages = Dictionary(records.map { ($0.item.id, $0.item) }) { first, _ in first }
        func require(_ shown: ServiceID, _ slot: DefaultSlot) throws {
            let seen = kind == .message ? [shown] : messages[shown]?.texts?.imageIDs ?? []
            guard let id = ids.first(where: seen.contains) else { return }
            throw GlossportError(
                .invalidOption,
                kind == .message
                    ? "\(id) is the default of \(slot): customers would see nothing."
                    : "The default of \(slot) shows the image \(id).",
                remedy: kind == .message ? "Set another default first, or add --force." : "Set another default first."
            )
        }
        for record in defaults { if let id = record.present { try require(id, record.slot) } }
        // A message that this journal does not know may be shown in a locale that it does not know either.
        let isKnown = kind == .image || ids.allSatisfy { messages[$0] != nil }
        let others = isKnown ? [] : StoreLocale.all
        for (id, slot) in try await shown(products, Self.locales(records, defaults).union(others), defaults) {
            try require(id, slot)
        }
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
        } catch  where summary.notYet < summary.planned {
            summary.trouble = error
        }
        return summary
    }

    private func delete(_ deletion: Deletion, _ summary: inout PruneSummary) async throws {
        let (id, isOurs) = (deletion.id, deletion.isOurs)
        let note = { @Sendable [access, booked] (moment: Timestamp?) in
            guard isOurs else { return }
            try await access.journal.recordDeletion(of: [id], at: moment, in: booked.run)
        }
        let answer: Answer
        do {
            answer = try await booked.delete(
                deletion.kind,
                id,
                prepare: { [access] in try await note(access.time.now) },
                revert: { try await note(nil) }
            )
        } catch let error where !(error is OutOfQuota || error is Stopped) {
            // The journal takes the deletion back if certainly nothing was deleted.
            let known = try? await access.journal.records(of: [id], at: access.destination)[id]
            if isOurs, known?.state == .deleted { summary.unknown.append(id) }
            throw error
        }
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
