package import Foundation

/// A position in a destination's log: an event's number and the key of its writer.
///
/// After a failover that lost commits, two histories may have the same length: equal numbers do not prove that one
/// continues the other.
package struct LogPosition: Sendable, Hashable {
    package var number: Int64
    package var writer: UUID

    package init(_ number: Int64, by writer: UUID) {
        self.number = number
        self.writer = writer
    }

    /// The position before the first event.
    package static let start = LogPosition(0, by: UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)))
}
