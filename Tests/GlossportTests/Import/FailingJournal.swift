import CLibrary
import GlossportImporting
import GlossportReading
import GlossportTesting

/// A journal that can't be written any more after a number of attempts.
final class FailingJournal: WrappedJournal {
    let wrapped: any Journal
    private let attemptsLeft: Mutex<Int>
    private let failure: GlossportError

    init(
        _ journal: any Journal,
        attemptsUntilFailure: Int,
        failure: GlossportError = GlossportError(.journal, "The disk is full.")
    ) {
        wrapped = journal
        attemptsLeft = Mutex(attemptsUntilFailure)
        self.failure = failure
    }

    func willWrite(_ write: JournalWrite) throws {
        guard write == .beginAttempt else { return }
        let left = attemptsLeft.withLock { left in
            left -= 1
            return left
        }
        guard left >= 0 else { throw failure }
    }
}
