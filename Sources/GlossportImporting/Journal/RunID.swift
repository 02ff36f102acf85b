/// A run as the journal knows it: numbered from 1, in the order in which runs began.
package struct RunID: RawRepresentable, Sendable, Hashable, Comparable {
    package let rawValue: Int64

    package init(rawValue: Int64) { self.rawValue = rawValue }

    package static func < (left: RunID, right: RunID) -> Bool { left.rawValue < right.rawValue }
}
