import ArgumentParser
import Glossport

struct DefaultsRollbackCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "rollback",
        abstract: "Restore the defaults from before the last flip.",
        discussion: """
            Undoes the defaults that the newest import or settle has set. Defaults changed by hand since then stay. Run it again to \
            continue after an interruption, or to go back one more flip. `settle` keeps the restored defaults, and ends with 9 until \
            they are held or imported; the next import sets those of its texts.

            EXAMPLES
              glossport defaults rollback                        all of the last flip
              glossport defaults rollback --message keep-annual  only this message's
              glossport defaults rollback --empty                delete new ones, too
            """
    )

    @OptionGroup var change: ChangeOptions
    @OptionGroup var replacement: ReplacementOptions

    @OptionGroup var places: PlaceOptions

    @Flag(help: "Delete defaults that replaced none; customers then see no message of ours there.")
    var empty = false

    @Flag(help: "Also where another tool has set a default since.")
    var takeOver = false

    func run() async throws {
        var work = ChangeDefaults(
            .rollback(emptiesSlots: empty, isMeant: { [places] in places.contain($0) }),
            takesOver: takeOver
        )
        work.replacements = replacement.replacements
        try await work.run(
            change,
            outlook: """
                The next `glossport import` of all deliveries brings back what the project wants. To keep these defaults, restore \
                their texts there, or run `glossport defaults hold`.
                """
        )
    }
}
