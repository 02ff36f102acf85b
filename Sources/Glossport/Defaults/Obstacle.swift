import GlossportProject

/// The reason why an item cannot become a default yet.
package struct Obstacle: Sendable, Hashable, Encodable {
    /// A clause without a final period, such as “Apple reviews it”.
    package var reason: String
    package var need: SettleSummary.Need
}

/// The obstacles of items, according to the journal and the service's lists.
struct Obstacles {
    /// The reason for a delivered text that is incomplete and therefore forms no item.
    static let incomplete = "a text or an image of it is missing"
    /// The reason for an item that its import left unfinished.
    static let unfinished = "the newest import was not confirmed, ended early, or found it held"

    let records: [ServiceID: ItemRecord]
    let reviews: [ServiceID: ReviewState]
    let absences: Absences

    init(_ records: [ItemRecord], _ reviews: [ServiceID: ReviewState], _ absences: Absences) {
        self.records = Dictionary(records.map { ($0.item.id, $0) }) { first, _ in first }
        self.reviews = reviews
        self.absences = absences
    }

    /// The obstacle of an item or of one of its images; `nil` if the item can be set as a default.
    func obstacle(_ id: ServiceID, _ what: String = "it") -> Obstacle? {
        guard let record = records[id], record.state == .uploaded else { return unsent(id, what) }
        if absences.vanished.contains(id) {
            return Obstacle(reason: "\(what) has vanished from the service", need: .importing)
        }
        switch reviews[id] {
        case .approved?: break
        case .rejected?: return Obstacle(reason: "Apple rejected \(what)", need: .importing)
        case .pending?: return Obstacle(reason: "Apple reviews \(what)", need: .review)
        case .unrecognized?:
            let reason: String = "Apple's list contains a state of \(what) that this version does not support"
            return Obstacle(reason: reason, need: .review)
        case nil: return Obstacle(reason: "Apple's list does not contain \(what) yet", need: .listing)
        }
        if absences.missing.contains(id) {
            return Obstacle(reason: "the service's newest list lacks \(what)", need: .listing)
        }
        // The service does not show a message without its images.
        let images = record.item.texts?.imageIDs.sorted() ?? []
        return images.lazy.compactMap { obstacle($0, name(ofImage: $0)) }.first
    }

    /// Whether a user must act before an import can send the item: the service refused it or one of its images, or an
    /// id is in use.
    func needsPerson(_ id: ServiceID) -> Bool { isTurnedDown(id) || turnedDownImage(of: id) != nil }

    private func unsent(_ id: ServiceID, _ what: String) -> Obstacle {
        guard records[id] != nil else { return Obstacle(reason: Self.unfinished, need: .importing) }
        var reason = "\(what) is not uploaded yet"
        switch records[id]?.state {
        case .refused?: reason = "the service refused \(what)"
        case .conflict?: reason = "the id of \(what == "it" ? "the message" : what) is taken"
        default: if let image = turnedDownImage(of: id) { return unsent(image, name(ofImage: image)) }
        }
        return Obstacle(reason: reason, need: .importing)
    }

    private func name(ofImage id: ServiceID) -> String { "its image \(records[id]?.item.title ?? "\(id)")" }

    private func isTurnedDown(_ id: ServiceID) -> Bool {
        records[id]?.state == .refused || records[id]?.state == .conflict
    }

    private func turnedDownImage(of id: ServiceID) -> ServiceID? {
        records[id]?.item.texts?.imageIDs.sorted().first(where: isTurnedDown)
    }
}
