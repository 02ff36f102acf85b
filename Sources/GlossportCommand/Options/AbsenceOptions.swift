import ArgumentParser
import GlossportChecking
import GlossportImporting

/// When something that was uploaded counts as vanished.
struct AbsenceOptions: ParsableArguments {
    @Option(
        name: .customLong("vanished-after"),
        help: ArgumentHelp(
            "How long an uploaded item may be missing from the service's list before it counts as deleted (default: \(DurationArgument(Absence.standardPatience))).",
            valueName: "time"
        ),
        transform: DurationArgument.init
    )
    var vanishedAfter = DurationArgument(Absence.standardPatience)

    /// The uploaded items that lists lack.
    ///
    /// - Throws: ``GlossportError`` of the journal.
    func absences(in journal: any Journal, at destination: Destination) async throws -> Absences {
        try await journal.absences(at: destination, after: vanishedAfter.duration)
    }
}
