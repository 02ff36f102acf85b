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
        guard
            text.text.utf8.contains(where: {
                $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "/")
            }),
            let address = text.text.firstMatch(of: address)?.output
        else { return nil }
        return finding(
            text,
            "holds the address \(address), which nobody can tap.",
            remedy: "Have it said without."
        )
    }

    nonisolated(unsafe) private static let address =
        /https?:\/\/\S+|www\.[A-Za-z0-9-]+\.\S+|[A-Za-z0-9._-]+@[A-Za-z0-9-]+\.[A-Za-z]{2,}|\b[A-Za-z0-9][A-Za-z0-9-]*(?:\.[a-z0-9-]+)*\.(?:com|net|org|io|app|de|fr|jp|eu|info|me|tv)\b|\+[0-9](?:[ \u{A0}().-]?[0-9]){7,}/
}
