import ArgumentParser
import Glossport

struct ImagesCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "images",
        abstract: "List the images at the service, or delete some.",
        discussion: """
            EXAMPLES
              glossport images list
              glossport images delete 0f5c1c52-5f0e-5c1b-9a64-3d5a1d7f7b10
            """,
        subcommands: [List.self, Delete.self]
    )

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "list",
            abstract: "List the images at the service, with what the journal records of each.",
            discussion: "EXAMPLES\n  glossport images list\n  glossport images list --output jsonl"
        )

        @OptionGroup var access: AccessOptions
        @OptionGroup(title: "Output") var output: OutputOptions

        func run() async throws { try await ServiceItems(.image, access).list(output) }
    }

    struct Delete: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "delete",
            abstract: "Delete images by id, regardless of the journal.",
            discussion: """
                The service refuses to delete an image that a message uses.

                EXAMPLES
                  glossport images delete 0f5c1c52-5f0e-5c1b-9a64-3d5a1d7f7b10
                """
        )

        @OptionGroup var access: AccessOptions
        @OptionGroup(title: "Limits") var lock: LockOptions
        @OptionGroup var deletion: DeletionOptions
        @OptionGroup(title: "Output") var output: OutputOptions

        func run() async throws { try await ServiceItems(.image, access).delete(deletion, lock, output) }
    }
}
