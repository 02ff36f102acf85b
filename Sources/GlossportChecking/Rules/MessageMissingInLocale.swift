import GlossportReading

/// A message that other locales have.
enum MessageMissingInLocale: Rule {
    static let description = RuleDescription(
        "message-missing-in-locale",
        .error,
        """
        The message was delivered in some locales, and this one, which has other messages, lacks it altogether. No locale falls back \
        to another: customers there would see nothing.
        """
    )
    static let triggering = [
        RuleExample(
            "French lacks a message",
            "keep.header [de] = Bleib\nwinback.header [de] = Komm zurück\nkeep.header [fr] = Restez"
        )
    ]
    static let nonTriggering = [
        RuleExample("every locale has every message", "keep.header [de] = Bleib\nkeep.header [fr] = Restez")
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        let locales = Set(catalog.records.map(\.locale)).sorted()
        return Dictionary(grouping: catalog.records, by: \.message).flatMap { message, records in
            let present = Set(records.map(\.locale))
            return locales.filter { !present.contains($0) }.map { locale in
                let others = records.count == 1 ? "1 other locale has" : "\(records.count) other locales have"
                return Finding(
                    id,
                    .error,
                    "\(message) is missing in \(locale); \(others) it.",
                    remedy: "Ask the vendor for its keys in \(locale).",
                    at: nil,
                    locale: locale.code,
                    message: message
                )
            }
        }
    }
}
