package import GlossportChecking
package import GlossportProject

/// The items that can be deleted at the service because they are no longer used.
///
/// The plan proposes only items in the journal, not other tools' uploads.
package struct PrunePlan: Sendable {
    /// Messages sorted by name and locale, then images sorted by path.
    package private(set) var candidates: [Candidate] = []
    /// The number of messages that the service holds.
    package let live: Int
    /// The names of the current catalog's messages.
    private let delivered: Set<String>
    /// Unused items that have vanished from the service.
    ///
    /// They are only marked as deleted in the journal.
    package private(set) var vanished: [Item] = []
    /// Unused messages with ids that the team chose.
    ///
    /// Only the journal attributes them to this project, so they are deleted only by id.
    package private(set) var fixed: [Item] = []
    /// Messages at the service that this journal does not know, for example because other tools uploaded them.
    package internal(set) var others: Set<ServiceID> = []
    package private(set) var inUse: [ServiceID: Item] = [:]
    /// Items that stay until the slots that have shown them can be read.
    package private(set) var postponed: [Item] = []
    /// The exhausted allowance that prevented those readings.
    package private(set) var outOfQuota: OutOfQuota?
    /// The slots with an accepted earlier reading; `nil` if all were read.
    package internal(set) var remembered: Memory?

    /// Slots whose defaults were read by earlier runs.
    package struct Memory: Sendable, Hashable, Encodable {
        package var slots: Int
        /// The time of the oldest of these readings.
        package var since: Timestamp
    }

    package struct Candidate: Sendable, Hashable, Encodable {
        package var item: Item
        /// A clause without a final period.
        package var reason: String
    }

    /// - Parameters:
    ///   - records: Every item of the destination.
    ///   - defaults: The current and the desired defaults.
    ///   - wanted: The current catalog's messages and images.
    ///   - listed: The ids in the service's lists; `nil` if no list was fetched. An item that was deleted and is still
    ///     listed is proposed again.
    ///   - vanished: Uploaded items that have been missing from lists for too long.
    ///   - names: The names of the current catalog's messages.
    ///   - live: The number of messages that the service holds.
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
        // A message that stays at the service, or is being uploaded, keeps its images.
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

    /// Excludes items that are defaults, although the journal did not know that.
    package mutating func keep(_ ids: Set<ServiceID>) {
        for item in take(ids) where ids.contains(item.id) { inUse[item.id] = item }
    }

    /// Excludes items that may be shown in slots that could not be read.
    mutating func postpone(_ ids: Set<ServiceID>, for quota: OutOfQuota) {
        postponed = take(ids)
        outOfQuota = quota
    }

    /// Removes items from the candidates, together with the images that they use.
    private mutating func take(_ ids: Set<ServiceID>) -> [Item] {
        let images = candidates.filter { ids.contains($0.item.id) }.compactMap { $0.item.texts?.imageIDs }
        let taken = images.reduce(ids) { $0.union($1) }
        defer { candidates.removeAll { taken.contains($0.item.id) } }
        return candidates.map(\.item).filter { taken.contains($0.id) }
    }

    package mutating func select(_ selection: Selection) {
        candidates.removeAll { !selection.contains($0.item) }
        vanished.removeAll { !selection.contains($0) }
        fixed.removeAll { !selection.contains($0) }
        postponed.removeAll { !selection.contains($0) }
    }

    /// The names of the messages that are no longer in the catalog, so that all their locales would be deleted.
    package var wholeMessages: [String] {
        let names = candidates.filter { $0.item.kind == .message }.map(\.item.message)
        return Set(names).subtracting(delivered).sorted()
    }

    /// Whether this many deletions are permitted, with or without a `stated` number of messages.
    package func isPermitted(stated: Int? = nil) -> Bool {
        ChangeLimit(live: live, stated: stated).permits(count(.message), isWhole: !wholeMessages.isEmpty)
    }

    package var isEmpty: Bool { candidates.isEmpty && vanished.isEmpty }

    package func count(_ kind: Item.Kind) -> Int { candidates.count { $0.item.kind == kind } }
}
