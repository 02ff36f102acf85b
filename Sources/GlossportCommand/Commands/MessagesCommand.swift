import ArgumentParser
import GlossportImporting

/// What the service holds, one by one: messages.
struct MessagesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "messages",
        abstract: "List, show or delete the messages that the service holds.",
        discussion: """
            EXAMPLES
              glossport messages list
              glossport messages show keep-annual
              glossport messages delete 5d0f9bb6-7c07-5a3f-9a5e-4b8f0f0d7a11
            """,
        subcommands: [List.self, MessagesShowCommand.self, Delete.self]
    )

    struct List: LimitedCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the messages that the service holds, with what the journal knows of each.",
            discussion:
                "EXAMPLES\n  glossport messages list\n  glossport messages list --locale de-DE\n  glossport messages list --output jsonl"
        )

        @OptionGroup(title: "Project") var project: ProjectOptions
        @OptionGroup(title: "Service") var service: ServiceOptions
        @OptionGroup(title: "Limits") var limits: LimitOptions
        @OptionGroup var selection: SelectionOptions
        @OptionGroup(title: "Output") var output: OutputOptions

        func run() async throws {
            try await ServiceItems(.message, project, service, limits).list(output, selection)
        }
    }

    struct Delete: LimitedCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete messages by id, whatever the journal says of them.",
            discussion: """
                Refuses what is the default of a product as far as the journal knows, unless --force is given. `glossport prune` finds by \
                itself what is not needed.

                EXAMPLES
                  glossport messages delete 5d0f9bb6-7c07-5a3f-9a5e-4b8f0f0d7a11
                  glossport messages delete --yes --force 5d0f9bb6-7c07-5a3f-9a5e-4b8f0f0d7a11
                """
        )

        @OptionGroup(title: "Project") var project: ProjectOptions
        @OptionGroup(title: "Service") var service: ServiceOptions
        @OptionGroup(title: "Limits") var limits: LimitOptions
        @OptionGroup(title: "Limits") var lock: LockOptions
        @OptionGroup var deletion: DeletionOptions

        @Flag(help: "Delete even what customers see, as far as the journal knows.")
        var force = false

        func run() async throws {
            try await ServiceItems(.message, project, service, limits).delete(deletion, lock, evenIfShown: force)
        }
    }
}
