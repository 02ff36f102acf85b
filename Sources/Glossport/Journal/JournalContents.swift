package import GlossportChecking
package import GlossportProject

/// A journal's knowledge of a destination, read without asking the service.
package struct JournalContents: Sendable {
    package let destination: Destination
    /// Sorted by message, locale and age.
    package private(set) var records: [ItemRecord]
    package private(set) var reviews: [ServiceID: ReviewState]
    package private(set) var clock: ReviewClock
    package internal(set) var absences: Absences
    package internal(set) var defaults: [DefaultRecord]
    /// The newest delivered text of each message and locale.
    package private(set) var delivered: [MessageName: DeliveredText]
    /// The names of messages that other tools uploaded.
    package let names: [ServiceID: MessageName]

    /// Reads the contents; items missing from lists for `delay` or longer count as vanished.
    package init(_ journal: Journal, at destination: Destination, vanishedAfter delay: Duration) async throws {
        self = try await journal.read(at: destination) { try JournalContents(&$0, vanishedAfter: delay) }
    }

    private init(_ state: inout JournalState, vanishedAfter delay: Duration) throws {
        destination = state.destination
        records = try state.allRecords()
        reviews = state.reviews
        clock = ReviewClock(records, reviews, state.reviewTimes)
        absences = Absences(state.absences, after: delay)
        defaults = state.defaults
        delivered = state.delivered
        names = state.names
    }

    package func uploaded(_ kind: Item.Kind) -> Set<ServiceID> {
        Set(records.filter { $0.item.kind == kind && $0.state == .uploaded }.map(\.item.id))
    }

    package var vanished: Set<ServiceID> { absences.vanished }

    /// Returns the contents without deliveries of messages and locales that the project no longer names.
    package func named(by project: Project) -> JournalContents {
        var part = self
        part.delivered = delivered.filter { project.names($0.key, $0.value) }
        return part
    }

    /// Resets items, as ``Journal/forgetOutcomes(of:at:in:)`` does in the journal.
    mutating func forget(_ ids: Set<ServiceID>) {
        guard !ids.isEmpty else { return }
        records = records.map { ids.contains($0.item.id) ? ItemRecord(item: $0.item, state: .planned) : $0 }
        reviews = reviews.filter { !ids.contains($0.key) }
        absences = absences.of(Set(records.map(\.item.id)).subtracting(ids))
    }

    /// Returns the contents for the selected items, with all defaults.
    package func part(_ selection: Selection) -> JournalContents {
        var part = self
        part.records = selection.part(of: records)
        let ids = Set(part.records.map(\.item.id))
        part.reviews = reviews.filter { ids.contains($0.key) }
        part.absences = absences.of(ids)
        part.delivered = delivered.filter { selection.contains($0.key) }
        part.clock = clock.part(selection)
        return part
    }
}

extension Journal {
    /// Returns the kinds to list: messages, preceded by images if the journal contains any.
    func listedKinds(at destination: Destination) async throws -> [Item.Kind] {
        try await read(at: destination) { $0.knows(.image) ? [.image, .message] : [.message] }
    }
}
