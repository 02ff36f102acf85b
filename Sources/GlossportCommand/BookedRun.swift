private import Foundation
import Glossport
import RetentionMessagingClient
import SQLiteJournal

/// A run of a command that works at the service: the importer's lock, a client, and a row in the journal from beginning to end.
struct BookedRun {
    let session: Session
    let journal: SQLiteJournal
    let client: RetentionMessagingClient
    let run: RunID

    /// Performs a command's work at the service, and notes how it ended.
    ///
    /// - Parameters:
    ///   - command: Its name in the journal.
    ///   - session: Where to.
    ///   - sources: The delivered files.
    ///   - waiting: How long to wait for another process that works on the destination; `nil` waits for ever.
    ///   - body: The work; says with which exit code it ended.
    /// - Returns: What `body` returned.
    /// - Throws: ``GlossportError`` if another process works on the destination; what `body` throws.
    static func perform(
        _ command: String,
        _ session: Session,
        sources: [RunStart.Source] = [],
        waiting: Duration? = .zero,
        body: (BookedRun) async throws -> ExitStatus
    ) async throws -> ExitStatus {
        let lock = try await ImporterLock.acquire(
            journalPath: session.workspace.journal,
            destination: session.destination,
            waiting: waiting,
            time: session.time,
            onWait: { Output.talk("\($0.message) Waiting for it.") }
        )
        defer { lock.close() }
        let journal = try SQLiteJournal(path: session.workspace.journal)
        return try await session.withService { client in
            let run = try await journal.beginRun(
                RunStart(
                    destination: session.destination,
                    command: command,
                    toolVersion: GlossportCommand.version,
                    started: session.time.now,
                    sources: sources
                )
            )
            do {
                let status = try await body(
                    BookedRun(session: session, journal: journal, client: client, run: run)
                )
                try? await journal.endRun(run, at: session.time.now, exitCode: Int(status.rawValue))
                return status
            } catch {
                let status = (error as? GlossportError).map { ExitStatus($0) } ?? .unclassified
                try? await journal.endRun(run, at: session.time.now, exitCode: Int(status.rawValue))
                throw error
            }
        }
    }

    /// Settles once.
    func settle(_ flip: SettlePlan.Flip) async throws -> SettleSummary {
        try await session.settleRun(journal, client).settle(flip: flip, in: run)
    }

    /// Settles again and again until Apple has decided on everything, or the time is up.
    ///
    /// - Parameters:
    ///   - flip: When a changed message takes over.
    ///   - limit: How long to go on.
    ///   - pause: How long to wait between two looks; lists have an allowance of their own.
    /// - Returns: How the last look ended, with everything that was set meanwhile.
    /// - Throws: What ``settle(_:)`` throws.
    func settle(_ flip: SettlePlan.Flip, for limit: Duration, every pause: Duration) async throws -> SettleSummary {
        let end = session.time.now + limit
        var set: [DesiredDefault] = []
        while true {
            var summary = try await settle(flip)
            set += summary.set
            summary.set = set
            let now = session.time.now
            guard summary.outcome == .notYet, now < end else { return summary }
            try await session.time.sleep(until: min(end, now + pause))
        }
    }
}
