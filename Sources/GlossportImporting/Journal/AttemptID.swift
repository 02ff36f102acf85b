/// A request as the journal knows it: the number of the event that began it, at the destination of its run.
package struct AttemptID: RawRepresentable, Sendable, Hashable, Comparable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static func < (left: AttemptID, right: AttemptID) -> Bool { left.rawValue < right.rawValue }
}
