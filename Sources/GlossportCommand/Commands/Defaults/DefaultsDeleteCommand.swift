import ArgumentParser
import Glossport

struct DefaultsDeleteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete defaults by message, product or locale; customers then see no message of ours there.",
        discussion: """
            Each option alone stands for all the defaults that this journal knows of it; together they narrow the choice. With --product and \
            --locale, the default is deleted even if another tool has set it; otherwise such defaults stay, unless you add --take-over.

            A default that the project still wants is set again by the next `settle` or `import`. To withdraw a message for good, remove it from \
            the project file and run `glossport import`; to keep a place empty, add `glossport defaults hold`.

            EXAMPLES
              glossport defaults delete --message comeback-offer
              glossport defaults delete --product com.example.annual --locale de-DE
              glossport defaults delete --locale de-DE --replacements 12
            """
    )

    @OptionGroup var places: PlaceOptions
    @OptionGroup var change: ChangeOptions
    @OptionGroup var replacement: ReplacementOptions

    @Flag(help: "Also where another tool has set the default.")
    var takeOver = false

    func validate() throws {
        guard places.message == nil, places.product == nil, places.locale == nil else { return }
        throw ValidationError("Name the defaults to delete with --message, --product or --locale.")
    }

    func run() async throws {
        var work: ChangeDefaults
        if let product = places.product, let locale = places.locale, places.message == nil {
            // The user has named the slot, so the journal need not contain it.
            let slot = DefaultSlot(product: product, locale: locale)
            work = ChangeDefaults(.slots([DefaultChange.DesiredChange(slot, nil)]), takesOver: true)
        } else {
            work = ChangeDefaults(.removal(isMeant: { [places] in places.contain($0) }), takesOver: takeOver)
        }
        work.replacements = replacement.replacements
        try await work.run(
            change,
            outlook: """
                The next `glossport settle` sets again what the project still wants there, unless you remove it from the project file or \
                keep these places empty with `glossport defaults hold`.
                """
        )
    }
}
