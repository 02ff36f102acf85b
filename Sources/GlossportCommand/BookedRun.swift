private import Foundation
import GlossportChecking
import GlossportImporting
import GlossportReading
import RetentionMessagingClient

/// A run of a command that works at the service: a client, and a row in the journal from beginning to end.
struct BookedRun {
    let session: Session
    let journal: LogJournal
    let service: BookedService
    let started: Timestamp
    /// Where programs are told how it goes, if they have asked for it.
    let events: EventStream?

    var run: RunID { service.run }

    /// A run that is booked; from now on a request to stop lets requests end.
    init(
        _ session: Session,
        _ journal: LogJournal,
        _ client: RetentionMessagingClient,
        _ run: RunID,
        tellingOf command: RunCommand? = nil
    ) {
        self.session = session
        self.journal = journal
        let started = session.time.now
        self.started = started
        let events = command.map { EventStream($0, run, session, started: started) }
        self.events = events
        var access = session.access(journal, client)
        if let events { access.onWait = { events.show(wait: $0, until: $1) } }
        service = BookedService(access, run: run, seed: UInt64.random(in: .min ... .max))
        Interrupts.shared.settleFirst()
    }

    /// Performs a command's work at the service, and notes how it ended.
    ///
    /// - Parameters:
    ///   - command: What it is in the journal.
    ///   - session: Where to.
    ///   - sources: The delivered files.
    ///   - holding: Whether nobody else may work on the destination meanwhile; a command that only asks need not hold it.
    ///   - output: The form of a command that tells events while it runs; other commands leave it out.
    ///   - body: The work; says with which exit code it ended.
    /// - Returns: What `body` returned.
    /// - Throws: ``GlossportError`` if another process works on the destination; ``FailedRun`` with what `body` throws.
    static func perform(
        _ command: RunCommand,
        _ session: Session,
        sources: [RunStart.Source] = [],
        holding: Bool = true,
        output: OutputForm? = nil,
        body: (BookedRun) async throws -> ExitStatus
    ) async throws -> ExitStatus {
        let store = try session.workspace.store
        var hold: JournalHold?
        if holding {
            hold = try await Self.hold(store, session.destination, session.waitForLock, session.time)
        }
        defer { hold?.end() }
        let journal = try await store.open(.creating)
        defer { journal.close() }
        return try await session.withService { client in
            try await journal.book(
                command,
                at: session.destination,
                by: session.time,
                isExclusive: holding,
                sources: sources,
                service: session.address().serviceName
            ) { run in
                let booked = BookedRun(session, journal, client, run, tellingOf: output == .jsonl ? command : nil)
                do { return try await body(booked) } catch { throw booked.failed(error) }
            }
        }
    }

    /// What ended the run, with what was done until then.
    private func failed(_ cause: any Error) -> FailedRun {
        FailedRun(
            cause: cause,
            id: run,
            started: started,
            destination: session.destination,
            journal: session.workspace.journal.description,
            requests: service.requests
        )
    }

    /// Makes sure that nobody else works on a destination; says so where it has to wait.
    ///
    /// - Throws: ``GlossportError`` if another process works on it for longer than `waiting`.
    static func hold(
        _ store: any JournalStore,
        _ destination: Destination,
        _ waiting: Duration?,
        _ time: any TimeSource
    ) async throws -> JournalHold {
        try await store.hold(destination, waiting: waiting, by: time) { Output.talk("\($0.message) Waiting for it.") }
    }

    /// Settles; in production, how many of others' defaults that replaces has to be permitted.
    ///
    /// - Parameters:
    ///   - flip: How to go about it.
    ///   - selection: What it is about; `nil` for everything.
    ///   - stated: How many may be replaced, if somebody has said it.
    ///   - limit: For how long to settle again and again.
    ///   - pause: How long to wait between two looks.
    ///   - progress: As `SettleRun` calls it.
    /// - Returns: What it came to.
    /// - Throws: What `SettleRun` throws; ``GlossportError`` if more would be replaced than that.
    func settle(
        _ flip: FlipOptions,
        _ selection: SelectionOptions? = nil,
        stated: Int?,
        for limit: Duration = .zero,
        every pause: Duration = .seconds(30),
        progress: (SettleProgress) -> Void = { _ in }
    ) async throws -> SettleSummary {
        func gate(_ count: Int) async throws {
            let defaults = try await journal.defaults(at: session.destination)
            let budget = DamageBudget(of: defaults, stated: stated)
            guard !budget.permits(count) else { return }
            try Confirmation.askReplacing(
                count,
                of: budget.live,
                whose: ", and that somebody else has set",
                refusal: "They stay."
            )
        }
        var options = flip.options
        if let selection {
            options.selection = try selection.selection(
                among: try await journal.allRecords(at: session.destination),
                of: session.workspace.project
            )
        }
        return try await SettleRun(service, project: session.workspace.project).settle(
            options,
            for: limit,
            every: pause,
            beforeTakingOver: session.destination.environment == .production ? gate : nil,
            progress: progress
        )
    }
}
