package import GlossportProject

/// A product in a locale, which has one default.
package struct DefaultSlot: Sendable, Hashable, Comparable, Encodable, CustomStringConvertible {
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

package struct DesiredDefault: Sendable, Hashable, Encodable {
    package var slot: DefaultSlot
    /// The message's name.
    package var message: String
    package var item: ServiceID

    package init(_ slot: DefaultSlot, message: String, item: ServiceID) {
        self.slot = slot
        self.message = message
        self.item = item
    }
}
