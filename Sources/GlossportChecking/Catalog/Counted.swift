/// The first few of many, and how many there are: what a delivery can make without end is not kept without end.
package struct Counted<Element: Sendable>: Sendable {
    /// How many are kept.
    package static var kept: Int { 1_000 }

    /// The first ones, in the order in which they came.
    package var first: [Element] = []
    /// All of them.
    package private(set) var count = 0

    package init() {}

    package var isEmpty: Bool { count == 0 }
    /// Those that are not among the first.
    package var others: Int { count - first.count }

    package mutating func append(_ element: Element) {
        count += 1
        if first.count < Self.kept { first.append(element) }
    }

    /// The same with others in their places, without those that have none; what is not among the first stays counted.
    package func compactMap<Other>(_ transform: (Element) -> Other?) -> Counted<Other> {
        var others = Counted<Other>()
        others.first = first.compactMap(transform)
        others.count = count - (first.count - others.first.count)
        return others
    }
}
