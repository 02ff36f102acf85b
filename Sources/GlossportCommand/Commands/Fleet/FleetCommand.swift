import ArgumentParser

/// Everything that is about many machines at once.
struct FleetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Say what many machines are to import, and see how they get on.",
        discussion: """
            Machines with `journal: postgres://…` share the truth: `glossport work` on each of them imports what was submitted here, and \
            nothing else, so that an old checkout can't bring old texts back.

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
