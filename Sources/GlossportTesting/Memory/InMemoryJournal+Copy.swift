private import CLibrary
import GlossportImporting

extension InMemoryJournal {
    /// A journal that holds what another one holds now: a backup, or the copy in a cache.
    package convenience init(copying other: InMemoryJournal) {
        self.init()
        let copy = other.state.withLock { $0 }
        state.withLock { $0 = copy }
    }
}
