import GlossportReading

/// An amount of money in a text.
enum PriceInText: TextRule {
    static let description = RuleDescription(
        "price-in-text",
        .warning,
        """
        The text names a price. A locale is not a storefront: de-DE is also shown in Switzerland and Austria, where the price \
        differs, and Apple shows the right price beside an offer. Apple's review may refuse it; Apple has published no rule.
        """
    )
    static let issue = QualityIssue.localeSpecificContent
    static let request: String? = "Please leave the price out: Apple shows each customer the right one."
    static let triggering = [
        RuleExample("a sign", "keep.body [en-US] = Only $4.99 a month"),
        RuleExample("a code", "keep.body [de-DE] = Nur 4,99 EUR im Monat"),
        RuleExample("a word", "keep.body [ja] = 月額500円"),
    ]
    static let nonTriggering = [
        RuleExample("a percentage", "keep.body [en-US] = Save 50%"),
        RuleExample("a sign without a number", "keep.body [en-US] = Save $$$ with 2 friends"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard text.hasDigits, text.scalars.contains(where: signs.contains) || words.contains(where: text.text.hasBytes),
            let price = text.text.firstMatch(of: amount)?.output
        else { return nil }
        return finding(
            text,
            "names the price \(price).",
            remedy:
                "Have it removed: Apple shows the customer's own price. Turn the rule off if you want prices."
        )
    }

    private static let signs = Set("$€£¥₩₹₽₺₪฿₴₫₱₦￥円元원".unicodeScalars)
    private static let words = [
        "USD", "EUR", "GBP", "JPY", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON", "TRY", "INR", "BRL", "CAD",
        "AUD",
        "RUB", "CNY", "KRW", "บาท", "руб", "грн", "zł", "Kč", "lei", "kr", "uro", "dollar",
    ]
    // A regular expression is not Sendable, but never changes. It is kept, because compiling it takes longer than a
    // search.
    nonisolated(unsafe) private static let amount =
        /(?:[$€£¥₩₹₽₺₪฿₴₫₱₦￥]|\b(?:USD|EUR|GBP|JPY|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|TRY|INR|BRL|CAD|AUD|RUB|CNY|KRW|US\$|R\$))\p{Zs}?\p{Nd}[\p{Nd}.,\u{66B}\u{66C}]*|\p{Nd}[\p{Nd}.,\u{66B}\u{66C}]*\p{Zs}?(?:[$€£¥₩₹₽₺₪฿₴₫₱₦￥](?!@)|(?:USD|EUR|GBP|JPY|CHF|SEK|NOK|DKK|PLN|CZK|HUF|RON|INR|BRL|CAD|AUD|RUB|CNY|KRW)\b|円|元|원|บาท|руб|грн|zł|Kč|lei\b|kr\b|[Ee]uros?\b|dollars?\b)/
}
