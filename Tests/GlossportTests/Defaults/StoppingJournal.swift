import CLibrary
import GlossportImporting
import GlossportTesting

/// A journal whose process dies after a number of writes: those are there, the rest never happens.
final class StoppingJournal: WrappedJournal {
    struct Stopped: Error {}

    let wrapped: any Journal
    private let left: Mutex<Int>

    init(_ journal: LogJournal, after writes: Int) {
        wrapped = journal
        left = Mutex(writes)
    }

    func willWrite(_ write: JournalWrite) throws {
        try left.withLock { left in
            guard left > 0 else { throw Stopped() }
            left -= 1
        }
    }
}
