import ArgumentParser
import GlossportChecking
import GlossportImporting

/// When something that was uploaded counts as vanished.
struct AbsenceOptions: ParsableArguments {
    @Option(
        name: .customLong("vanished-after"),
        help: ArgumentHelp(
            "For how long the service's lists have to lack what was uploaded until it counts as vanished.",
            discussion: """
                Two lists are needed all the same. 0s is for a sandbox that was just wiped; lists that lag make doubtful what is there then.
                """,
            valueName: "duration"
        ),
        transform: DurationArgument.init
    )
    var vanishedAfter = DurationArgument(Absence.standardPatience)

    /// What of the uploaded items the lists lack.
    ///
    /// - Throws: ``GlossportError`` of the journal.
    func absences(in journal: any DefaultsJournal, at destination: Destination) async throws -> Absences {
        try await journal.absences(at: destination, after: vanishedAfter.duration)
    }
}
