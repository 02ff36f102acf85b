import ArgumentParser

/// Everything that is about many machines at once.
struct FleetCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "fleet",
        abstract: "Say what many machines are to import, and see how they get on.",
        discussion: """
            EXAMPLES
              glossport fleet migrate
            """,
        subcommands: [FleetMigrateCommand.self]
    )
}
