/// A journal, wherever it is kept: an adapter makes it, and a program hands it on.
public struct JournalProvider: Sendable {
    package let store: any JournalStore

    /// - Parameter store: Where the journal is kept.
    package init(_ store: any JournalStore) { self.store = store }
}
