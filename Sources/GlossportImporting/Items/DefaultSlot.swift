/// A place that holds one default message: a product in a locale.
package struct DefaultSlot: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The product ID of an auto-renewable subscription.
    package var product: String
    /// The App Store's short code.
    package var locale: String

    package init(product: String, locale: String) {
        self.product = product
        self.locale = locale
    }

    package var description: String { "\(product) in \(locale)" }

    package static func < (left: DefaultSlot, right: DefaultSlot) -> Bool {
        (left.product, left.locale) < (right.product, right.locale)
    }
}
