package import GlossportChecking
import GlossportProject

/// The selection of imported items; `--locale` and `--message` mean the same as for deliveries.
extension Selection {
    /// Whether a locale is selected, by the code that the service knows.
    package func contains(code: String) -> Bool {
        locales.isEmpty || StoreLocale(code).map { contains(locale: $0) } ?? false
    }

    /// Whether a message is selected; an image belongs to no one message, and is only as long as nothing is left out.
    package func contains(_ item: Item) -> Bool {
        item.texts == nil ? isEverything : contains(message: item.message) && contains(code: item.locale)
    }

    /// Whether a place for a default is selected.
    ///
    /// - Parameters:
    ///   - slot: The place.
    ///   - message: The message in the slot; `nil` if there is none.
    /// - Returns: Whether its locale is, and its message.
    package func contains(_ slot: DefaultSlot, of message: String?) -> Bool {
        contains(code: slot.locale) && (messages.isEmpty || message.map { contains(message: $0) } ?? false)
    }
}
