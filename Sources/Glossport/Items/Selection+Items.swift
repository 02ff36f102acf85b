package import GlossportChecking
import GlossportProject

/// Selects imported items; `--locale` and `--message` mean the same as for deliveries.
extension Selection {
    /// Whether a locale is selected, by the service's code.
    package func contains(code: String) -> Bool {
        locales.isEmpty || StoreLocale(code).map { contains(locale: $0) } ?? false
    }

    /// Whether an item is selected; an image is selected only if everything is, because it belongs to no single
    /// message.
    package func contains(_ item: Item) -> Bool {
        item.texts == nil ? isEverything : contains(message: item.message) && contains(code: item.locale)
    }

    /// Whether a slot is selected, by its locale and its message.
    ///
    /// A slot without a message is selected only if no messages are named.
    package func contains(_ slot: DefaultSlot, of message: String?) -> Bool {
        contains(code: slot.locale) && (messages.isEmpty || message.map { contains(message: $0) } ?? false)
    }
}
