package import GlossportProject

extension Project {
    /// Whether a locale is named: the project expects it, or shows another locale's texts in it.
    ///
    /// If the project lists no expected locales, every locale is named.
    package func names(locale code: String) -> Bool {
        locales.expected.isEmpty || locales.expected.contains { $0.code == code } || copies(into: code)
    }

    /// Whether a locale shows another locale's texts.
    func copies(into code: String) -> Bool { locales.originals.keys.contains { $0.code == code } }

    /// Whether a delivered text's message is named, and its locale is named or was unexpected when it was delivered.
    ///
    /// A locale that was removed from the project since the delivery is not named: only the next import shows whether
    /// it is still delivered.
    package func names(_ name: MessageName, _ text: DeliveredText) -> Bool {
        names(name.message) && (names(locale: name.locale) || !text.isExpected)
    }

    /// Whether an item's message is named, and its locale is named or was unexpected when it was delivered.
    ///
    /// Without a delivered text that is named, an item with copied texts counts only if the project still copies texts
    /// into its locale.
    package func names(_ item: Item, delivered: [MessageName: DeliveredText]) -> Bool {
        guard names(item.message) else { return false }
        let name = MessageName(message: item.message, locale: item.locale)
        return delivered[name].map { names(name, $0) } ?? false
            || names(locale: item.locale) && (item.copiedFrom == nil || copies(into: item.locale))
    }
}
