/// A field of a message in a locale, whether a text was delivered for it or not.
package struct TextSlot: Hashable, Comparable {
    package var message: String
    package var field: Field
    package var locale: StoreLocale

    package init(message: String, field: Field, locale: StoreLocale) {
        self.message = message
        self.field = field
        self.locale = locale
    }

    package static func < (left: TextSlot, right: TextSlot) -> Bool {
        (left.locale, left.message, left.field) < (right.locale, right.message, right.field)
    }
}
