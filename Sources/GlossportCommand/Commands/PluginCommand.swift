import ArgumentParser

/// The commands for users and authors of plugins.
struct PluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin",
        abstract: "Trust, check and write readers that are separate programs.",
        discussion: """
            A plugin is an executable file, in any language, that reads a further format. It runs only if the project file lists it \
            and its hash matches the one that you trusted. `glossport readers --search` lists the installed plugins.

            EXAMPLES
              glossport plugin trust xlsx
              glossport plugin new --language python ini
              glossport plugin check ./ini/glossport-reader-ini
            """,
        subcommands: [PluginTrustCommand.self, PluginNewCommand.self, PluginCheckCommand.self]
    )
}
