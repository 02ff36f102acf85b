import GlossportProject
import GlossportReading

enum MessageMissingInLocale: Rule {
    static let description = RuleDescription(
        "message-missing-in-locale",
        .error,
        """
        The message was delivered in other locales, but not in this one, which has other messages. There is no fallback to another \
        locale: customers there would see nothing.
        """
    )
    static let issue = QualityIssue.omission
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
        let messages = Dictionary(grouping: catalog.recordsWithCopies, by: \.message)
            .mapValues { Set($0.map(\.locale)) }
        return locales.flatMap { locale in
            let missing = messages.filter { !$0.value.contains(locale) }.keys.sorted()
            if missing.count > mostListed { return [manyMissing(locale, missing, of: messages.count)] }
            return missing.map { message in
                let count = messages[message]?.count ?? 0
                let others = count == 1 ? "1 other locale has" : "\(count) other locales have"
                return finding(
                    "\(message) is missing in \(locale); \(others) it.",
                    remedy: "Ask the vendor for its keys in \(locale).",
                    request: "Translate it.",
                    at: nil,
                    locale: locale.code,
                    message: message
                )
            }
        }
    }

    /// The maximum number of messages to list per locale; if more are missing, the vendor has probably forgotten a
    /// file.
    private static let mostListed = 20

    private static func manyMissing(_ locale: StoreLocale, _ missing: [String], of all: Int) -> Finding {
        let first = missing.prefix(3).joined(separator: ", ")
        return finding(
            "\(missing.count) of \(all) messages are missing in \(locale): \(first) and \(missing.count - 3) more.",
            remedy: "Ask the vendor for the files in \(locale).",
            request: "Translate it.",
            at: nil,
            locale: locale.code
        )
    }
}
