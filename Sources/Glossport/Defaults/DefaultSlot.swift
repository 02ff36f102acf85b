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

/// What a slot shall hold.
package struct DesiredDefault: Sendable, Hashable {
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

/// What the journal knows of a slot.
package struct DefaultRecord: Sendable, Hashable {
    package var slot: DefaultSlot
    /// The message that it shall show, and the item; `nil` if the project wants nothing there.
    package var message: String?
    package var desired: ServiceID?
    /// What we set last; `nil` if nothing was set, or it was deleted.
    package var current: ServiceID?
    /// What stood there before.
    package var previous: ServiceID?
    /// When it was set or deleted last.
    package var changed: Timestamp?
    /// The run that did it.
    package var changedIn: RunID?
    /// Whether that was done by hand, with `defaults`, and not because the project wanted it.
    package var isByHand = false

    package init(
        _ slot: DefaultSlot,
        message: String? = nil,
        desired: ServiceID? = nil,
        current: ServiceID? = nil,
        previous: ServiceID? = nil,
        changed: Timestamp? = nil
    ) {
        self.slot = slot
        self.message = message
        self.desired = desired
        self.current = current
        self.previous = previous
        self.changed = changed
    }
}
