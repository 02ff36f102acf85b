import GlossportProject
import GlossportReading

enum PriceInText: TextRule {
    static let description = RuleDescription(
        "price-in-text",
        .warning,
        """
        The text names a price. A locale is not a storefront: de-DE is also shown in Switzerland and Austria, where the price \
        differs, and Apple shows the right price beside an offer. Apple's review may refuse it; Apple has published no rule for this API.
        """
    )
    static let issue = QualityIssue.localeSpecificContent
    static let triggering = [
        RuleExample("a sign", "keep.body [en-US] = Only $4.99 a month"),
        RuleExample("a code", "keep.body [de-DE] = Nur 4,99 EUR im Monat"),
        RuleExample("a word", "keep.body [ja] = 月額500円"),
        RuleExample("a sign with a country", "keep.body [pt-BR] = Só R$ 4,99"),
    ]
    static let nonTriggering = [
        RuleExample("a percentage", "keep.body [en-US] = Save 50%"),
        RuleExample("a sign without a number", "keep.body [en-US] = Save $$$ with 2 friends"),
        RuleExample("a word that begins like a currency", "keep.body [de-DE] = 5 kreative Wochen"),
        RuleExample("a word that ends like a currency", "keep.body [en-US] = NEUR 5"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard text.hasDigits, let price = price(in: text.scalars) else { return nil }
        return finding(
            text,
            "names the price \(price).",
            remedy:
                "Have it removed: Apple shows the customer's own price. Turn the rule off if you want prices.",
            request: "Leave out the price \(price): Apple shows each customer their own.",
            marking: .words(price)
        )
    }

    /// The first number with a currency before or after it.
    ///
    /// Written by hand, because a regular expression took a quarter of the time of all rules.
    private static func price(in scalars: [Unicode.Scalar]) -> String? {
        var rest = scalars.indices
        while let first = scalars[rest].firstIndex(where: \.isDecimalDigit) {
            let end =
                scalars[first...].firstIndex { !$0.isDecimalDigit && !separators.contains($0) } ?? scalars.endIndex
            rest = end..<scalars.endIndex
            let price =
                start(ofCurrencyBefore: first, in: scalars).map { $0..<end }
                ?? self.end(ofCurrencyAfter: end, in: scalars).map { first..<$0 }
            guard let price else { continue }
            return String(String.UnicodeScalarView(scalars[price]))
        }
        return nil
    }

    private static func start(ofCurrencyBefore index: Int, in scalars: [Unicode.Scalar]) -> Int? {
        let before = scalars[..<index]
        let text = before.last.map(isSpace) == true ? before.dropLast() : before
        for code in codesBefore where text.count >= code.count && text.suffix(code.count).elementsEqual(code) {
            let start = text.endIndex - code.count
            if start == 0 || !isOfWord(scalars[start - 1]) { return start }
        }
        return text.last.map(signs.contains) == true ? text.endIndex - 1 : nil
    }

    private static func end(ofCurrencyAfter index: Int, in scalars: [Unicode.Scalar]) -> Int? {
        let after = scalars[index...]
        let text = after.first.map(isSpace) == true ? after.dropFirst() : after
        guard let first = text.first else { return nil }
        // “Save 50 $@” contains a placeholder.
        if signs.contains(first) { return text.dropFirst().first == "@" ? nil : text.startIndex + 1 }
        if let unit = unitsAfter.first(where: text.starts(with:)) { return text.startIndex + unit.count }
        for word in wordsAfter where text.starts(with: word) {
            let end = text.startIndex + word.count
            if end == scalars.endIndex || !isOfWord(scalars[end]) { return end }
        }
        return nil
    }

    private static func isSpace(_ scalar: Unicode.Scalar) -> Bool {
        scalar == " " || scalar.value >= 0x80 && scalar.properties.generalCategory == .spaceSeparator
    }

    /// Whether the character would extend an adjacent word.
    private static func isOfWord(_ scalar: Unicode.Scalar) -> Bool {
        let script = Script(of: scalar)
        return script == .latin || script == .cyrillic || script == .greek || scalar == "_" || scalar.isDecimalDigit
    }

    private static let signs = Array("$€£¥₩₹₽₺₪฿₴₫₱₦￥".unicodeScalars)
    private static let separators = Array(".,\u{66B}\u{66C}".unicodeScalars)
    private static let codes = [
        "USD", "EUR", "GBP", "JPY", "CHF", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "RON", "INR", "BRL", "CAD", "AUD",
        "RUB", "CNY", "KRW",
    ]
    private static let codesBefore = scalars(codes + ["TRY", "US$", "R$"])
    private static let wordsAfter = scalars(
        codes + ["lei", "kr", "euro", "euros", "Euro", "Euros", "dollar", "dollars"]
    )
    private static let unitsAfter = scalars(["円", "元", "원", "บาท", "руб", "грн", "zł", "Kč"])

    private static func scalars(_ words: [String]) -> [[Unicode.Scalar]] { words.map { Array($0.unicodeScalars) } }
}
