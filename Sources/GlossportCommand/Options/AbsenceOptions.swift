import ArgumentParser
import Glossport

/// When something that was uploaded counts as vanished.
struct AbsenceOptions: ParsableArguments {
    @Option(
        name: .customLong("vanished-after"),
        help: ArgumentHelp(
            "For how long the service's lists have to lack what was uploaded until it counts as vanished.",
            discussion: """
                Two lists are needed all the same. 0s is for a sandbox that was just wiped; lists that lag make doubtful what is there then.
                Example: --vanished-after 1h
                """,
            valueName: "duration"
        ),
        transform: DurationArgument.init
    )
    var vanishedAfter = DurationArgument(Absence.standardPatience)

    /// The same for commands without this option.
    static func standard(in journal: any DefaultsJournal, at destination: Destination) async throws -> Absences {
        Absences(try await journal.absences(at: destination))
    }

    /// What of the uploaded items the lists lack.
    ///
    /// - Throws: ``GlossportError`` of the journal.
    func absences(in journal: any DefaultsJournal, at destination: Destination) async throws -> Absences {
        Absences(try await journal.absences(at: destination), after: vanishedAfter.duration)
    }
}

/// The number that has to be stated where much of what is live would go or be replaced.
struct ReplacementOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Replace up to so many defaults that customers of production see.",
            discussion: """
                More than a tenth of them (and more than 10) are replaced only if the number is stated, also with --yes. \
                A saved plan states it.
                Example: --replacements 50
                """,
            valueName: "number"
        )
    )
    var replacements: Int?
}
