/// A request as the journal knows it: numbered from 1, in the order in which requests began.
package struct AttemptID: RawRepresentable, Sendable, Hashable, Comparable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static func < (left: AttemptID, right: AttemptID) -> Bool { left.rawValue < right.rawValue }
}
