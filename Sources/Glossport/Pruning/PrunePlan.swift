package import GlossportChecking
package import GlossportProject

/// The items that can be deleted at the service because they are no longer used.
///
/// Only items in the journal are ever proposed: uploads of other tools are left alone.
package struct PrunePlan: Sendable {
    /// By message and locale, then images by path.
    package private(set) var candidates: [Candidate] = []
    /// Messages that the service holds.
    package let live: Int
    /// The names of the current catalog's messages.
    private let delivered: Set<String>
    /// Unused items that have vanished from the service: there is nothing to delete, only to give up.
    package private(set) var vanished: [Item] = []
    /// Unused messages whose ids were chosen by hand: only the journal calls them ours, so they are deleted by id alone.
    package private(set) var fixed: [Item] = []
    /// Messages that the service holds and this journal does not know: other tools have uploaded them.
    package internal(set) var others: Set<ServiceID> = []
    /// The items removed by ``keep(_:)``, by id.
    package private(set) var inUse: [ServiceID: Item] = [:]
    /// Items that stay until slots were asked which have shown them.
    package private(set) var postponed: [Item] = []
    /// Why those slots could not be asked.
    package private(set) var outOfQuota: OutOfQuota?
    /// The slots that were not asked again, and believed; `nil` if all were asked.
    package internal(set) var remembered: Memory?

    /// Slots whose defaults earlier runs have read.
    package struct Memory: Sendable, Hashable, Encodable {
        package var slots: Int
        /// When the first of them was heard of.
        package var since: Timestamp

        package init(slots: Int, since: Timestamp) {
            self.slots = slots
            self.since = since
        }
    }

    /// An item to delete.
    package struct Candidate: Sendable, Hashable, Encodable {
        package var item: Item
        /// Half a sentence.
        package var reason: String
    }

    /// - Parameters:
    ///   - records: Every item of the destination.
    ///   - defaults: The present and the desired defaults.
    ///   - wanted: The current catalog's messages and images.
    ///   - listed: The service's lists; `nil` if they were not read. An item that was deleted before and is still
    ///     listed is proposed again.
    ///   - vanished: Uploaded items that lists have lacked for too long.
    ///   - names: The names of the current catalog's messages.
    ///   - live: How many messages the service holds.
    package init(
        records: [ItemRecord],
        defaults: [DefaultRecord],
        wanted: Set<ServiceID>,
        listed: Set<ServiceID>?,
        vanished: Set<ServiceID> = [],
        names: Set<String> = [],
        live: Int = 0
    ) {
        delivered = names
        self.live = live
        let inUse = Set(
            defaults.flatMap { [$0.present, $0.desired].compactMap(\.self) + Array($0.attempted) }
        )
        let isThere = { (record: ItemRecord) in
            record.state == .uploaded || record.state == .deleted && listed?.contains(record.item.id) == true
        }
        var newest: [[String]: ServiceID] = [:]
        for record in records where record.state == .uploaded && record.item.kind == .message {
            if wanted.contains(record.item.id) { newest[[record.item.message, record.item.locale]] = record.item.id }
        }
        // A message that stays, at the service or on its way there, keeps its images.
        var usedImages = wanted
        for record in records where record.item.kind == .message {
            let stays =
                !isThere(record)
                ? record.state.isOpen
                : record.item.origin == .fixed || wanted.contains(record.item.id) || inUse.contains(record.item.id)
            if stays { usedImages.formUnion(record.item.texts?.imageIDs ?? []) }
        }
        for kind in [Item.Kind.message, .image] {
            for record in records where record.item.kind == kind && isThere(record) {
                let id = record.item.id
                guard !wanted.contains(id), !inUse.contains(id), kind == .message || !usedImages.contains(id) else {
                    continue
                }
                guard !vanished.contains(id) || listed?.contains(id) == true else {
                    self.vanished.append(record.item)
                    continue
                }
                guard record.item.origin == .derived else {
                    fixed.append(record.item)
                    continue
                }
                let reason: String
                if record.state == .deleted {
                    reason = "an earlier deletion did not succeed"
                } else if kind == .image {
                    reason = "no message uses it"
                } else if newest[[record.item.message, record.item.locale]] != nil {
                    reason = "superseded by a newer text"
                } else {
                    reason = "no longer in the deliveries"
                }
                candidates.append(Candidate(item: record.item, reason: reason))
            }
        }
    }

    /// Leaves out what turned out to be a default that the journal did not know of.
    package mutating func keep(_ ids: Set<ServiceID>) {
        for item in take(ids) where ids.contains(item.id) { inUse[item.id] = item }
    }

    /// Leaves out what slots may show that could not be asked.
    mutating func postpone(_ ids: Set<ServiceID>, for quota: OutOfQuota) {
        postponed = take(ids)
        outOfQuota = quota
    }

    /// Takes items out of the candidates, with the images that they use.
    private mutating func take(_ ids: Set<ServiceID>) -> [Item] {
        let images = candidates.filter { ids.contains($0.item.id) }.compactMap { $0.item.texts?.imageIDs }
        let taken = images.reduce(ids) { $0.union($1) }
        defer { candidates.removeAll { taken.contains($0.item.id) } }
        return candidates.map(\.item).filter { taken.contains($0.id) }
    }

    /// Leaves out what is not selected.
    package mutating func select(_ selection: Selection) {
        candidates.removeAll { !selection.contains($0.item) }
        vanished.removeAll { !selection.contains($0) }
        fixed.removeAll { !selection.contains($0) }
        postponed.removeAll { !selection.contains($0) }
    }

    /// The names of the messages that the catalog does not have any more: every locale of them would go.
    package var whole: [String] {
        let names = candidates.filter { $0.item.kind == .message }.map(\.item.message)
        return Set(names).subtracting(delivered).sorted()
    }

    /// Whether that many deletions are permitted, with or without a `stated` number of messages.
    package func isPermitted(stated: Int? = nil) -> Bool {
        ChangeLimit(live: live, stated: stated).permits(count(.message), isWhole: !whole.isEmpty)
    }

    /// Whether there is nothing to do.
    package var isEmpty: Bool { candidates.isEmpty && vanished.isEmpty }

    package func count(_ kind: Item.Kind) -> Int { candidates.count { $0.item.kind == kind } }
}
