package import GlossportChecking
package import GlossportProject
import GlossportReading

/// Fetches Apple's reviews and sets the approved messages as defaults.
public struct SettleDefaults: UseCase {
    package var options: Settler.Options
    package var selection = Selection()
    /// The number of defaults set by others that may be replaced in production, if the user stated one.
    package var replacements: Int?
    /// The longest time to wait for reviews.
    package var limit = Duration.zero
    /// The time between two passes.
    package var pause = Duration.seconds(30)
    /// Whether a pending review counts as success.
    package var pendingIsDone = false
    package var command = RunCommand.settle

    package init(_ options: Settler.Options, replacements: Int? = nil) {
        self.options = options
        self.replacements = replacements
    }

    /// Creates a use case that settles once, with the default options.
    public init() { self.init(Settler.Options()) }

    /// Settles in a separate run.
    ///
    /// - Throws: Errors of the journal and the service.
    public func run(in session: Session) async throws -> Settled { try await session.perform(self).output }

    /// Asks only if defaults that were set by others may be replaced; the user has already confirmed the imports.
    package func begin(_ conversation: any Conversation, at destination: Destination) async throws {
        guard options.takesOver, destination.environment == .production else { return }
        try await conversation.confirm(
            Question(
                .defaults,
                action: "replace defaults that were set from elsewhere",
                text: "Replace defaults of \(destination) even where they were set from elsewhere?"
            )
        )
    }

    package func perform(in run: Run) async throws -> Settled {
        let summary = try await settle(in: run)
        return Settled(summary: summary, status: summary.status(pendingIsDone: pendingIsDone))
    }

    /// Settles as a part of a run.
    ///
    /// In production, the user must agree if more defaults that were set by others would be replaced than
    /// ``ChangeLimit`` permits.
    ///
    /// Lists in `lists` count as current; only the missing ones are fetched before the first wait.
    ///
    /// - Throws: ``GlossportError``; ``OutOfQuota``; ``Stopped``; `CancellationError`.
    func settle(in run: Run, knowing lists: ServiceLists = ServiceLists()) async throws -> SettleSummary {
        var options = options
        if !selection.isEverything {
            let records = try await run.journal.read(at: run.destination) { try $0.allRecords() }
            options.selection = try selection.validated(among: records, of: run.project)
        }
        func gate(_ count: Int) async throws {
            let defaults = try await run.journal.read(at: run.destination) { $0.defaults }
            let changeLimit = ChangeLimit(of: defaults, stated: replacements)
            guard !changeLimit.permits(count) else { return }
            let whose = ", and that were set from elsewhere"
            try await run.conversation.confirm(
                .replacing(count, of: changeLimit.live, whose: whose, refusal: "They stay.")
            )
        }
        return try await Settler(run).settle(
            options,
            for: limit,
            every: pause,
            knowing: lists,
            beforeTakingOver: run.isProduction ? gate : nil
        )
    }
}

/// The result of settling.
public struct Settled: RunResult {
    package let summary: SettleSummary
    /// The exit status of the run.
    public let status: ExitStatus
}
