package import GlossportProject

/// A delivered text that is not at the service.
package struct UnsentText: Sendable, Hashable, Encodable {
    package var name: MessageName
    /// `nil` if the text is incomplete.
    package var id: ServiceID?
    /// `nil` if no import has begun to send the text.
    package var item: Item?
    /// A clause without a final period.
    package var reason: String
    /// Whether a user must act before an import can send the text.
    package var needsPerson: Bool

    /// The delivered texts that are not at the service, sorted by message and locale.
    package static func all(_ delivered: [MessageName: DeliveredText], in records: [ItemRecord]) -> [UnsentText] {
        all(delivered, Obstacles(records, [:], Absences()))
    }

    /// The uploaded records, and all other records of the newest delivery and its images that are not deleted.
    package static func wanted(_ records: [ItemRecord], _ delivered: [MessageName: DeliveredText]) -> [ItemRecord] {
        let ids = Set(delivered.values.compactMap(\.id))
        let images = Set(records.filter { ids.contains($0.item.id) }.flatMap { $0.item.texts?.imageIDs ?? [] })
        return records.filter { record in
            switch record.state {
            case .uploaded: true
            case .deleted: false
            case .planned, .sending, .unknown, .refused, .conflict:
                ids.contains(record.item.id) || images.contains(record.item.id)
            }
        }
    }

    static func all(_ delivered: [MessageName: DeliveredText], _ known: Obstacles) -> [UnsentText] {
        delivered.sorted { $0.key < $1.key }.compactMap { name, text in
            guard let id = text.id else {
                return UnsentText(name: name, reason: Obstacles.incomplete, needsPerson: true)
            }
            let record = known.records[id]
            guard record?.state != .uploaded else { return nil }
            return UnsentText(
                name: name,
                id: id,
                item: record?.item,
                reason: record?.reason ?? known.obstacle(id)?.reason ?? "",
                needsPerson: known.needsPerson(id)
            )
        }
    }
}
