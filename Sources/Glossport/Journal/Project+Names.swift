package import GlossportProject

extension Project {
    /// Whether a locale is named: the project expects it, or has it show another one's texts; without a list of expected ones, all are.
    package func names(locale code: String) -> Bool {
        locales.expected.isEmpty || locales.expected.contains { $0.code == code } || copies(into: code)
    }

    /// Whether a locale shows another one's texts.
    func copies(into code: String) -> Bool { locales.originals.keys.contains { $0.code == code } }

    /// Whether a delivered text is of a named message, and of a named locale or one that was delivered all the same.
    ///
    /// A locale that has left the project since the text was delivered is not named: only the next import tells whether it is still delivered.
    package func names(_ name: MessageName, _ text: DeliveredText) -> Bool {
        names(name.message) && (names(locale: name.locale) || !text.isExpected)
    }

    /// Whether an item is of a message and a locale that are named, or that are delivered all the same.
    package func names(_ item: Item, delivered: [MessageName: DeliveredText]) -> Bool {
        guard names(item.message) else { return false }
        let name = MessageName(message: item.message, locale: item.locale)
        return delivered[name].map { names(name, $0) } ?? false
            || names(locale: item.locale) && (item.copiedFrom == nil || copies(into: item.locale))
    }
}
