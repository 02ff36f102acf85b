package import GlossportProject

/// The ids of a message in one locale, for a server that answers Apple's real-time requests.
package struct MessageIDs: Sendable, Encodable {
    package let message, locale: String
    /// The newest approved id, and the one that was approved before it.
    package private(set) var approved, previous: ServiceID?
    /// The state of the newest id, approved or not: a ``ReviewState``, `not-listed` or `vanished`.
    package private(set) var state = ""
    /// The original locale, if the newest message is a copy.
    package private(set) var copiedFrom: String?

    private enum CodingKeys: String, CodingKey {
        case approved = "id"
        case message, locale, previous, state, copiedFrom
    }

    private init(_ item: Item) { (message, locale) = (item.message, item.locale) }

    /// The uploaded messages of a journal, sorted by message and locale.
    package static func all(in contents: JournalContents) -> [MessageIDs] {
        var all: [MessageIDs] = []
        for record in contents.records where record.state == .uploaded && record.item.kind == .message {
            let item = record.item
            let isNext = all.last?.message == item.message && all.last?.locale == item.locale
            var ids = isNext ? all.removeLast() : MessageIDs(item)
            ids.copiedFrom = item.copiedFrom
            let isVanished = contents.vanished.contains(item.id)
            let review = contents.reviews[item.id]
            if review == .approved, !isVanished { (ids.previous, ids.approved) = (ids.approved, item.id) }
            ids.state = isVanished ? "vanished" : review?.rawValue ?? "not-listed"
            all.append(ids)
        }
        return all
    }
}
