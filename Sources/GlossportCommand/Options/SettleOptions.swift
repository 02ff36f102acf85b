import ArgumentParser
import Glossport
import GlossportChecking
import GlossportImporting

/// When a changed message takes over, and from whom.
struct FlipOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "When a changed message goes live: all locales together, or each when approved.",
            valueName: "when"
        )
    )
    var flip: SettlePlan.Flip = .allOrNothing

    @Flag(help: "Also replace defaults that were set from elsewhere.")
    var takeOver = false

    @Flag(help: "Also bring production back to older texts, or to the state before the last addition.")
    var setBack = false

    var options: SettleRun.Options { SettleRun.Options(flip: flip, takesOver: takeOver, setsBack: setBack) }
}

extension SettlePlan.Flip: ExpressibleByArgument {}

/// When something that was uploaded counts as vanished.
struct AbsenceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "How long an uploaded item may be missing from the service's list before it counts as deleted (default: \(DurationArgument(Absence.standardPatience))).",
            valueName: "time"
        ),
        transform: DurationArgument.init
    )
    var vanishedAfter = DurationArgument(Absence.standardPatience)

    /// Everything that a journal knows.
    func contents(of journal: Journal, at destination: Destination) async throws -> JournalContents {
        try await JournalContents(journal, at: destination, vanishedAfter: vanishedAfter.duration)
    }

    /// Everything that the journal of a project knows.
    func contents(of workspace: Workspace) async throws -> JournalContents {
        let destination = try workspace.destination()
        let journal = try await JournalCommand.open(workspace)
        defer { journal.close() }
        return try await contents(of: journal, at: destination)
    }
}

/// The number that has to be stated where much of what is live would go or be replaced.
struct ReplacementOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Maximum number of defaults to replace or remove in production; required above 10 and above 10 % of them.",
            valueName: "number"
        )
    )
    var replacements: Int?
}
