/// Which products and locales have the default that a project wants.
package struct Coverage: Sendable, Hashable {
    /// How a slot stands.
    package enum State: String, Sendable, Hashable, CaseIterable {
        /// Customers see what the project wants.
        case set
        /// Customers see an earlier message; the wanted one waits.
        case old
        /// Customers see nothing; the wanted message waits.
        case waiting
        /// Nothing is wanted there, because no message was imported for it.
        case missing
    }

    /// A product in a locale.
    package struct Slot: Sendable, Hashable {
        package var slot: DefaultSlot
        package var state: State
        package var message: String?
    }

    /// By product and locale.
    package private(set) var slots: [Slot] = []

    /// - Parameters:
    ///   - defaults: What the journal knows.
    ///   - project: The products of `defaultFor`, and the expected locales.
    package init(_ defaults: [DefaultRecord], for project: Project) {
        let records = Dictionary(defaults.map { ($0.slot, $0) }) { first, _ in first }
        let products = Set(project.messages.values.flatMap(\.defaultFor))
        let wanted = defaults.filter { $0.desired != nil && products.contains($0.slot.product) }
        let locales = Set(project.locales.expected.map(\.code) + wanted.map(\.slot.locale))
        for product in products.sorted() {
            for locale in locales.sorted() {
                let slot = DefaultSlot(product: product, locale: locale)
                let record = records[slot]
                slots.append(Slot(slot: slot, state: Self.state(record), message: record?.message))
            }
        }
    }

    package func count(_ state: State) -> Int { slots.count { $0.state == state } }

    private static func state(_ record: DefaultRecord?) -> State {
        guard let record, let desired = record.desired else { return .missing }
        if record.current == desired { return .set }
        return record.current == nil ? .waiting : .old
    }
}
