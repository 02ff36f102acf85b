package import GlossportChecking

/// How much of what the journal calls uploaded the service's lists showed, and when.
package struct Sighting: Sendable, Hashable {
    package var uploaded: Int
    package var seen: Int
    package var at: Timestamp

    /// - Parameters:
    ///   - records: Every item of the destination.
    ///   - lists: What the service's lists show, by kind; of other kinds nothing is said.
    ///   - moment: When they came.
    package init(_ records: [ItemRecord], _ lists: [Item.Kind: [ServiceID: ReviewState]], at moment: Timestamp) {
        let uploaded = records.filter { $0.state == .uploaded && lists[$0.item.kind] != nil }
        self.uploaded = uploaded.count
        seen = uploaded.count { lists[$0.item.kind]?[$0.item.id] != nil }
        at = moment
    }
}
