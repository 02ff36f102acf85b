/// How much of what the journal calls uploaded the service's lists showed, and when.
package struct ServiceListing: Sendable, Hashable, Encodable {
    package var uploaded: Int
    package var seen: Int
    package var at: Timestamp

    /// - Parameters:
    ///   - records: Every item of the destination.
    ///   - lists: The service's lists, by kind; other kinds are not reported.
    ///   - moment: When they came.
    package init(_ records: [ItemRecord], _ lists: ServiceLists, at moment: Timestamp) {
        let uploaded = records.filter { $0.state == .uploaded && lists[$0.item.kind] != nil }
        self.uploaded = uploaded.count
        seen = uploaded.count { lists[$0.item.kind]?.reviews[$0.item.id] != nil }
        at = moment
    }
}
