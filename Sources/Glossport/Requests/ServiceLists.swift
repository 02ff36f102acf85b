package import GlossportProject

/// The service's lists, each with the moment of its arrival.
package struct ServiceLists: Sendable {
    private var lists: [Item.Kind: List] = [:]

    /// The review states of a kind's items.
    package struct List: Sendable {
        package let reviews: [ServiceID: ReviewState]
        package let moment: Timestamp

        package init(_ reviews: [ServiceID: ReviewState], at moment: Timestamp) {
            self.reviews = reviews
            self.moment = moment
        }
    }

    package init() {}

    package subscript(_ kind: Item.Kind) -> List? {
        get { lists[kind] }
        set { lists[kind] = newValue }
    }

    package var reviews: [ServiceID: ReviewState] {
        lists.values.reduce(into: [:]) { all, list in all.merge(list.reviews) { first, _ in first } }
    }

    /// When the oldest list arrived; `nil` without lists.
    package var moment: Timestamp? { lists.values.map(\.moment).min() }

    /// Returns the lists received at or after `moment`, except those of the given kinds, which requests have changed.
    package func without(_ kinds: Set<Item.Kind>, before moment: Timestamp) -> ServiceLists {
        var rest = self
        rest.lists = lists.filter { !kinds.contains($0.key) && $0.value.moment >= moment }
        return rest
    }
}
