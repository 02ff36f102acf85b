/// A field of a message in a locale, whether a text was delivered for it or not.
struct TextSlot: Hashable, Comparable {
    var message: String
    var field: Field
    var locale: StoreLocale

    static func < (left: TextSlot, right: TextSlot) -> Bool {
        (left.locale, left.message, left.field) < (right.locale, right.message, right.field)
    }
}
