/// A journal in any storage: an adapter creates it, and a program passes it on.
public struct JournalProvider: Sendable {
    package let store: any JournalStore

    package init(_ store: any JournalStore) { self.store = store }
}
