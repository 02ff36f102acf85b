package import GlossportChecking

/// A run as the journal knows it: the number of the event that began it, at its destination.
package struct RunID: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let destination: Destination
    package let number: Int64

    package init(_ number: Int64, at destination: Destination) {
        self.number = number
        self.destination = destination
    }

    package var description: String { String(number) }

    package static func < (left: RunID, right: RunID) -> Bool { left.number < right.number }
}
