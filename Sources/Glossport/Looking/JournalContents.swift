package import GlossportChecking
package import GlossportImporting

/// Everything that a journal knows of a destination, read without asking the service.
package struct JournalContents: Sendable {
    package let destination: Destination
    /// By message, locale and age.
    package private(set) var records: [ItemRecord]
    /// The last known review states.
    package private(set) var reviews: [ServiceID: ReviewState]
    package private(set) var absences: Absences
    package let defaults: [DefaultRecord]
    /// The newest delivery of each message and locale.
    package private(set) var delivered: [MessageName: DeliveredText]
    /// Names of messages that other tools have uploaded.
    package let names: [ServiceID: MessageName]

    /// - Parameters:
    ///   - journal: The journal.
    ///   - destination: The app in its environment.
    ///   - patience: For how long lists have to lack what was uploaded until it counts as vanished.
    /// - Throws: `GlossportError` of the journal.
    package init(_ journal: Journal, at destination: Destination, vanishedAfter patience: Duration) async throws {
        self.destination = destination
        records = try await journal.allRecords(at: destination)
        reviews = try await journal.reviews(at: destination)
        absences = try await journal.absences(at: destination, after: patience)
        defaults = try await journal.defaults(at: destination)
        delivered = try await journal.delivered(at: destination)
        names = try await journal.names(at: destination)
    }

    package var vanished: Set<ServiceID> { absences.vanished }

    /// The defaults that a project no longer wants.
    package func withdrawals(by project: Project) -> Withdrawals {
        Withdrawals(defaults, of: records, delivered: delivered, for: project)
    }

    /// The contents without deliveries of messages and locales that a project no longer names.
    package func named(by project: Project) -> JournalContents {
        var part = self
        part.delivered = delivered.filter { project.names($0.key, $0.value) }
        return part
    }

    /// The selected items, with all defaults.
    package func part(_ selection: Selection) -> JournalContents {
        var part = self
        part.records = selection.part(of: records)
        let ids = Set(part.records.map(\.item.id))
        part.reviews = reviews.filter { ids.contains($0.key) }
        part.absences = absences.of(ids)
        part.delivered = delivered.filter { selection.contains($0.key) }
        return part
    }

    /// The state of the selected defaults that a project wants.
    package func coverage(of selection: Selection, for project: Project) -> Coverage {
        let delivered = named(by: project).delivered
        return Coverage(defaults, of: records, delivered: delivered, reviews: reviews, absences: absences, for: project)
            .part(selection, for: project)
    }
}
