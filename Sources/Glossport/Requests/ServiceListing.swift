/// How many of the items uploaded according to the journal were in the service's lists, and when.
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
