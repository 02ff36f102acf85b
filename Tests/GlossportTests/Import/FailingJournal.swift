import CLibrary
import GlossportImporting
import GlossportReading
import GlossportTesting

/// A journal whose disk is full after a number of attempts.
final class FailingJournal: WrappedJournal {
    let wrapped: any Journal
    private let attemptsLeft: Mutex<Int>

    init(_ journal: any Journal, attemptsUntilFailure: Int) {
        wrapped = journal
        attemptsLeft = Mutex(attemptsUntilFailure)
    }

    func willWrite(_ write: JournalWrite) throws {
        guard write == .beginAttempt else { return }
        let left = attemptsLeft.withLock { left in
            left -= 1
            return left
        }
        guard left >= 0 else { throw GlossportError(.journal, "The disk is full.") }
    }
}
