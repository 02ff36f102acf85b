/// The number of items that are uploaded according to the journal, the number of these in the service's lists, and the
/// time of the lists.
package struct ServiceListing: Sendable, Hashable, Encodable {
    package var uploaded: Int
    package var seen: Int
    package var at: Timestamp

    /// Counts the items of the listed kinds.
    package init(_ records: [ItemRecord], _ lists: ServiceLists, at moment: Timestamp) {
        let uploaded = records.filter { $0.state == .uploaded && lists[$0.item.kind] != nil }
        self.uploaded = uploaded.count
        seen = uploaded.count { lists[$0.item.kind]?.reviews[$0.item.id] != nil }
        at = moment
    }
}
