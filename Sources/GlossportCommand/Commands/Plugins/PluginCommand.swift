import ArgumentParser

struct PluginCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plugin",
        abstract: "Trust, check and create plugins.",
        discussion: """
            A plugin is an executable file, in any language. It runs only if the project file lists it and you have trusted it \
            in its present form. On Linux it runs in a sandbox.

            EXAMPLES
              glossport plugin new --language python ini
              glossport plugin check ini/glossport-reader-ini
              glossport plugin trust ini/glossport-reader-ini
            """,
        subcommands: [PluginTrustCommand.self, PluginNewCommand.self, PluginCheckCommand.self]
    )
}
