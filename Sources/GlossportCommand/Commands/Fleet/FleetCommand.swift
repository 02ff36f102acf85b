import ArgumentParser

/// Everything that is about many machines at once.
struct FleetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Tell many machines what to import, and follow their progress.",
        discussion: """
            Machines with `journal: postgres://…` share one journal. `glossport work` on each of them imports only what was \
            submitted here, so that an outdated checkout cannot bring old texts back.

            EXAMPLES
              glossport fleet migrate
              glossport fleet submit apps/*.yaml
              glossport fleet status
              glossport fleet pause com.example.northlight --note "Ticket 4711"
              glossport fleet resume com.example.northlight
            """,
        subcommands: [
            FleetMigrateCommand.self, FleetSubmitCommand.self, FleetStatusCommand.self, FleetPauseCommand.self,
            FleetResumeCommand.self, FleetWakeCommand.self,
        ]
    )
}
