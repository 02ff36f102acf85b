package import GlossportChecking
package import GlossportProject
import GlossportReading

/// Asks for Apple's reviews, and makes what is approved the default.
public struct SettleDefaults: UseCase {
    package var options: SettleRun.Options
    /// The messages and locales that it is about.
    package var selection = Selection()
    /// How many defaults of others may be replaced in production, if that was stated.
    package var replacements: Int?
    /// How long to wait for the reviews.
    package var limit = Duration.zero
    /// How long to wait between two looks.
    package var pause = Duration.seconds(30)
    /// Whether a pending review is as good as done.
    package var pendingIsDone = false
    package var command = RunCommand.settle

    package init(_ options: SettleRun.Options, replacements: Int? = nil) {
        self.options = options
        self.replacements = replacements
    }

    /// Settles once, by the usual rules.
    public init() { self.init(SettleRun.Options()) }

    /// Settles in a run of its own.
    ///
    /// - Throws: Errors of journal and service.
    public func run(in session: Session) async throws -> Settled { try await session.perform(self).output }

    /// Asks only where defaults of others are replaced: imports were confirmed before.
    package func begin(_ conversation: any Conversation, at destination: Destination) async throws {
        guard options.takesOver, destination.environment == .production else { return }
        try await conversation.confirm(
            Question(
                .defaults,
                deed: "replace defaults that were set from elsewhere",
                text: "Replace defaults of \(destination) even where they were set from elsewhere?"
            )
        )
    }

    package func perform(in run: Run) async throws -> Settled {
        let summary = try await settle(in: run)
        return Settled(summary: summary, status: summary.status(pendingIsDone: pendingIsDone))
    }

    /// Settles; in production, how many of others' defaults that replaces has to be permitted.
    ///
    /// - Parameters:
    ///   - run: The run at work.
    ///   - lists: Lists that still hold; only the others are asked for before the first wait.
    /// - Returns: How it ended.
    /// - Throws: ``GlossportError``; ``OutOfQuota``; ``Stopped``; `CancellationError`.
    func settle(in run: Run, knowing lists: ServiceLists = ServiceLists()) async throws -> SettleSummary {
        var options = options
        if !selection.isEverything {
            let records = try await run.journal.allRecords(at: run.destination)
            options.selection = try selection.validated(among: records, of: run.project)
        }
        func gate(_ count: Int) async throws {
            let defaults = try await run.journal.defaults(at: run.destination)
            let budget = ChangeLimit(of: defaults, stated: replacements)
            guard !budget.permits(count) else { return }
            let whose = ", and that were set from elsewhere"
            try await run.conversation.confirm(
                .replacing(count, of: budget.live, whose: whose, refusal: "They stay.")
            )
        }
        return try await SettleRun(run, project: run.project).settle(
            options,
            for: limit,
            every: pause,
            knowing: lists,
            beforeTakingOver: run.isProduction ? gate : nil,
            progress: { run.report($0) }
        )
    }
}

/// The result of settling.
public struct Settled: RunResult {
    package let summary: SettleSummary
    /// How the run ended.
    public let status: ExitStatus
}
