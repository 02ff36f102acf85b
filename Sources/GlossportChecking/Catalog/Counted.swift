/// Keeps the first 1,000 elements and the total, so memory stays bounded.
package struct Counted<Element: Sendable>: Sendable {
    package static var kept: Int { 1_000 }

    package var first: [Element] = []
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }
    /// The number of elements beyond ``first``.
    package var others: Int { count - first.count }

    package mutating func append(_ element: Element) {
        count += 1
        if first.count < Self.kept { first.append(element) }
    }

    /// Transforms the kept elements and drops those for which `transform` returns `nil`; the total still includes the
    /// elements that were not kept.
    package func compactMap<Other>(_ transform: (Element) -> Other?) -> Counted<Other> {
        var others = Counted<Other>()
        others.first = first.compactMap(transform)
        others.count = count - (first.count - others.first.count)
        return others
    }
}
