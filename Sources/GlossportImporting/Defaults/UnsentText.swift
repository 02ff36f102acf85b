package import GlossportChecking

/// A delivered text that is not at the service.
package struct UnsentText: Sendable, Hashable {
    package var name: MessageName
    /// `nil` for an incomplete one.
    package var id: ServiceID?
    /// `nil` if no import has begun to send it.
    package var item: Item?
    /// Half a sentence.
    package var reason: String
    /// Whether a person has to act before an import can send it.
    package var needsPerson: Bool

    /// The delivered texts that are not at the service, by message and locale.
    ///
    /// - Parameters:
    ///   - delivered: The newest delivery of each message and locale.
    ///   - records: Every item of the destination.
    /// - Returns: The texts, with reasons.
    package static func all(_ delivered: [MessageName: DeliveredText], in records: [ItemRecord]) -> [UnsentText] {
        all(delivered, Obstacles(records, [:], Absences()))
    }

    /// Whether a record is at the service, or of the newest delivery; a journal of an older version knows of none.
    package static func isWanted(_ record: ItemRecord, _ delivered: [MessageName: DeliveredText]) -> Bool {
        switch record.state {
        case .uploaded: return true
        case .deleted: return false
        case .planned, .sending, .unknown, .refused, .conflict:
            let name = MessageName(message: record.item.message, locale: record.item.locale)
            return delivered.isEmpty || record.item.kind == .image || delivered[name] == .item(record.item.id)
        }
    }

    static func all(_ delivered: [MessageName: DeliveredText], _ known: Obstacles) -> [UnsentText] {
        delivered.sorted { $0.key < $1.key }.compactMap { name, text in
            guard let id = text.id else {
                return UnsentText(name: name, reason: Obstacles.incomplete, needsPerson: true)
            }
            let record = known.records[id]
            // The project wants nothing that this journal has deleted.
            guard record?.state != .uploaded, record?.state != .deleted else { return nil }
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
