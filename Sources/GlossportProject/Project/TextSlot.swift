package import GlossportReading

/// A message's field in a locale, whether or not a text was delivered for it.
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
    /// The text that a finding concerns; `nil` if the finding lacks a message, a field or an App Store locale.
    package init?(_ finding: Finding) {
        guard let message = finding.message, let field = finding.field.flatMap({ Field(name: $0) }),
            let locale = finding.locale.flatMap({ StoreLocale($0) })
        else { return nil }
        self.init(message: message, field: field, locale: locale)
    }
}
