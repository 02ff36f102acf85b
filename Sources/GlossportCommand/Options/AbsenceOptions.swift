import ArgumentParser
import GlossportChecking
import GlossportImporting

/// When something that was uploaded counts as vanished.
struct AbsenceOptions: ParsableArguments {
    @Option(
        name: .customLong("vanished-after"),
        help: ArgumentHelp(
            "How long lists must lack what was uploaded until it has vanished; 0s after a sandbox was wiped.",
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
