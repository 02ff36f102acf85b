import GlossportProject
import GlossportReading

enum TooManyMessages: Rule {
    static let description = RuleDescription(
        "too-many-messages",
        .error,
        """
        The deliveries contain more than 10,000 message records (a message in a locale). The service holds at most 2,000, so other \
        keys were probably read as messages. Units of further records are not checked.
        """
    )
    static let triggering = [RuleExample("strings of an app", lines(CatalogBuilder.maximumRecords + 1))]
    static let nonTriggering = [RuleExample("many messages", lines(100))]

    private static func lines(_ count: Int) -> String {
        (1...count).map { "keep-\($0).header [de-DE] = Bleib" }.joined(separator: "\n")
    }

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        guard let further = catalog.unitsOfFurtherRecords else { return [] }
        return [
            finding(
                "The deliveries contain more than \(CatalogBuilder.maximumRecords) message records; \(further.units) of further ones, the first of "
                    + "“\(further.name.prefix(40))”, were not checked.",
                remedy: "List your messages under `messages:`, or correct `keys:`.",
                at: further.first
            )
        ]
    }
}
