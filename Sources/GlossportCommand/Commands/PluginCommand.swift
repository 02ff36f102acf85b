import ArgumentParser

/// What somebody does who writes a reader in another language, or uses one.
struct PluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin",
        abstract: "Trust, check and write readers that are programs of their own.",
        discussion: """
            A plugin is one executable file, in any language, that reads one more format. It is run only if the project file lists it, \
            and only while it is, byte for byte, what was trusted. `glossport readers --search` lists those that are installed.

            EXAMPLES
              glossport plugin trust xlsx
              glossport plugin new --language python ini
              glossport plugin check ./ini/glossport-reader-ini
            """,
        subcommands: [PluginTrustCommand.self, PluginNewCommand.self, PluginCheckCommand.self]
    )
}
