package import GlossportChecking
package import GlossportImporting
import GlossportReading

/// Clears what the journal remembers of items, so that the next import tries them again.
package struct ForgetItems {
    /// The ids; any if empty.
    package let ids: Set<ServiceID>
    package let selection: Selection
    /// Whether also items that are uploaded, or may be.
    package let all: Bool

    package init(_ ids: Set<ServiceID>, _ selection: Selection, all: Bool) {
        self.ids = ids
        self.selection = selection
        self.all = all
    }

    /// Shows what would be forgotten, asks, and forgets it.
    ///
    /// - Returns: The number of items that were forgotten.
    /// - Throws: What `conversation` throws; ``GlossportError`` of the journal.
    package func perform(
        at desk: JournalDesk,
        _ conversation: any Conversation,
        show: ([ItemRecord]) -> Void
    ) async throws -> Int {
        let locales = Set(selection.locales.map(\.code))
        let records = try await desk.journal.allRecords(at: desk.destination).filter { record in
            (ids.isEmpty || ids.contains(record.item.id))
                && (selection.messages.isEmpty || selection.messages.contains(record.item.message))
                && (locales.isEmpty || locales.contains(record.item.locale))
                && (all || [.refused, .conflict, .deleted].contains(record.state))
        }
        guard !records.isEmpty else { return 0 }
        show(records)
        let deed = "forget what became of \(Plural.of(records.count, "item"))"
        let text = "Forget what became of \(Plural.of(records.count, "item")) at \(desk.destination)?"
        try await conversation.confirm(Question(.deletion, deed: deed, text: text, refusal: "Nothing was forgotten."))
        try await desk.record(.forget, isExclusive: true) { run in
            try await desk.journal.forgetOutcomes(of: records.map(\.item.id), at: desk.time.now, in: run)
        }
        return records.count
    }
}
