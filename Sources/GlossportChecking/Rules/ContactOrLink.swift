import GlossportReading

/// An address that customers can't open.
enum ContactOrLink: TextRule {
    static let description = RuleDescription(
        "contact-or-link",
        .warning,
        """
        The text holds a web address, an e-mail address or a phone number. Nothing in a message can be tapped, and Apple's review may refuse it; no rule is published.
        """
    )
    static let triggering = [
        RuleExample("a web address", "keep.body [de-DE] = Mehr auf northlight.example.com"),
        RuleExample("an e-mail address", "keep.body [de-DE] = Schreib an hallo@northlight.app"),
        RuleExample("a phone number", "keep.body [de-DE] = Ruf an: +49 30 1234567"),
    ]
    static let nonTriggering = [
        RuleExample("a missing blank", "keep.body [de-DE] = Bleib.Deine Daten auch."),
        RuleExample("numbers", "keep.body [de-DE] = 2.000 Lieder, 24/7, 100 +1"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard mayHold(text.scalars), let address = text.text.firstMatch(of: address)?.output else { return nil }
        return finding(
            text,
            "holds the address \(address), which nobody can tap.",
            remedy: "Have it said without."
        )
    }

    /// Whether there is a sign of an address: most texts have none, and the pattern is slow.
    private static func mayHold(_ scalars: [Unicode.Scalar]) -> Bool {
        func isPart(_ index: Int) -> Bool {
            guard scalars.indices.contains(index), scalars[index].isASCII else { return false }
            return scalars[index].properties.isAlphabetic || scalars[index].properties.numericType != nil
        }
        return scalars.indices.contains { index in
            switch scalars[index] {
            case "@": true
            case ".", "+": isPart(index + 1) && (scalars[index] == "+" || isPart(index - 1))
            case "/": index > 0 && scalars[index - 1] == "/"
            default: false
            }
        }
    }

    // A regular expression is no Sendable, and never changes; kept, for making one takes longer than a search.
    nonisolated(unsafe) private static let address =
        /https?:\/\/\S+|www\.[A-Za-z0-9-]+\.\S+|[A-Za-z0-9._-]+@[A-Za-z0-9-]+\.[A-Za-z]{2,}|\b[A-Za-z0-9][A-Za-z0-9-]*(?:\.[a-z0-9-]+)*\.(?:com|net|org|io|app|de|fr|jp|eu|info|me|tv)\b|\+[0-9](?:[ \u{A0}().-]?[0-9]){7,}/
}
