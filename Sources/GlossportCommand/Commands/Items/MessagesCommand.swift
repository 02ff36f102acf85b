import ArgumentParser
import Glossport

struct MessagesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "messages",
        abstract: "List, show or delete the messages at the service.",
        discussion: """
            EXAMPLES
              glossport messages list
              glossport messages show keep-annual
              glossport messages delete 5d0f9bb6-7c07-5a3f-9a5e-4b8f0f0d7a11
            """,
        subcommands: [List.self, MessagesShowCommand.self, Delete.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the messages at the service, with what the journal records of each.",
            discussion:
                "EXAMPLES\n  glossport messages list\n  glossport messages list --locale de-DE\n  glossport messages list --output jsonl"
        )

        @OptionGroup var access: AccessOptions
        @OptionGroup var selection: SelectionOptions
        @OptionGroup(title: "Output") var output: OutputOptions

        func run() async throws {
            try await ServiceItems(.message, access).list(output, selection)
        }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete messages by id, regardless of the journal.",
            discussion: """
                Asks the service for the defaults of all products first, and refuses to delete one of them unless --force is given. To \
                delete all unused messages, use `glossport prune`.

                EXAMPLES
                  glossport messages delete 5d0f9bb6-7c07-5a3f-9a5e-4b8f0f0d7a11
                  glossport messages delete --yes --force 5d0f9bb6-7c07-5a3f-9a5e-4b8f0f0d7a11
                """
        )

        @OptionGroup var access: AccessOptions
        @OptionGroup(title: "Limits") var lock: LockOptions
        @OptionGroup var deletion: DeletionOptions
        @OptionGroup(title: "Output") var output: OutputOptions

        @Flag(help: "Also delete messages that customers see; the service is not asked.")
        var force = false

        func run() async throws {
            try await ServiceItems(.message, access).delete(deletion, lock, output, evenIfShown: force)
        }
    }
}
