package import GlossportReading

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

extension TextSlot {
    /// The text that a finding is about; `nil` if it is about none of the App Store's locales, or about more than a text.
    package init?(_ finding: Finding) {
        guard let message = finding.message, let field = finding.field.flatMap({ Field(name: $0) }),
            let locale = finding.locale.flatMap({ StoreLocale($0) })
        else { return nil }
        self.init(message: message, field: field, locale: locale)
    }
}
