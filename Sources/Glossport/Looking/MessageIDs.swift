package import GlossportProject

/// The ids of a message in one locale, for a server that answers Apple's real-time requests.
package struct MessageIDs: Sendable {
    package let message, locale: String
    /// The newest approved id, and the one that was approved before it.
    package private(set) var approved, previous: ServiceID?
    /// The last known review state of the newest id.
    package private(set) var review: ReviewState?
    /// Whether the newest id has vanished from the service.
    package private(set) var isVanished = false
    /// The original locale, if the newest message is a copy.
    package private(set) var copiedFrom: String?

    private init(_ item: Item) { (message, locale) = (item.message, item.locale) }

    /// The uploaded messages of a journal, sorted by message and locale.
    package static func all(in contents: JournalContents) -> [MessageIDs] {
        var all: [MessageIDs] = []
        for record in contents.records where record.state == .uploaded && record.item.kind == .message {
            let item = record.item
            let isNext = all.last?.message == item.message && all.last?.locale == item.locale
            var ids = isNext ? all.removeLast() : MessageIDs(item)
            ids.copiedFrom = item.copiedFrom
            ids.isVanished = contents.vanished.contains(item.id)
            ids.review = ids.isVanished ? nil : contents.reviews[item.id]
            if ids.review == .approved { (ids.previous, ids.approved) = (ids.approved, item.id) }
            all.append(ids)
        }
        return all
    }
}
