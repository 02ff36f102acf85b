package import Glossport
package import GlossportProject
package import GlossportReading

/// A store that opens a given journal, throws a given error, or otherwise opens an empty journal.
package struct MemoryStore: JournalStore {
    private let journal: Journal?
    private let error: GlossportError?

    package init(journal: Journal? = nil, error: GlossportError? = nil) {
        self.journal = journal
        self.error = error
    }

    package var name: String { "memory" }

    package func exists() -> Bool { journal != nil || error != nil }

    package func open(_ opening: JournalOpening) throws -> Journal {
        if let error { throw error }
        return journal ?? Journal(MemoryLog())
    }

    package func migrate() -> [String] { [] }

    package func hold(_ destination: Destination, at moment: Timestamp) -> JournalHold { JournalHold {} }
}
