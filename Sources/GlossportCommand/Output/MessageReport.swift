import Glossport
import GlossportProject
import GlossportReading

/// The output of `messages show`; the JSON is stable.
struct MessageReport: CommandReport {
    var schema = "glossport.messages/1"
    var app: String
    var environment: ServiceEnvironment
    private(set) var messages: [Joined<ItemRecord, Known>] = []
    private(set) var images: [Item] = []

    /// The review, the defaults and the earlier texts of a message.
    struct Known: Encodable {
        /// The last known state in Apple's review; absent if no list has contained the message.
        var review: ReviewState?
        var isVanished: Bool
        /// The products that show the message, and those that the project wants to show it but that do not yet.
        var defaultFor, wantedFor: [String]
        /// Earlier texts of the same message and locale, the newest first.
        var former: [Joined<ItemRecord, StatusReport.ListStatus>]
    }

    @Unencoded private var short: ShortIDs

    init(_ shown: [ItemRecord], in contents: JournalContents) {
        let (records, reviews, defaults) = (contents.records, contents.reviews, contents.defaults)
        (app, environment) = (contents.destination.app, contents.destination.environment)
        short = ShortIDs(records.map(\.item.id))
        messages = shown.filter { $0.item.kind == .message }.map { record in
            let item = record.item
            let siblings = records.filter { $0.item.message == item.message && $0.item.locale == item.locale }
            let former = siblings.prefix { $0.item.id != item.id }.reversed()
            return Joined(
                record,
                Known(
                    review: reviews[item.id],
                    isVanished: contents.vanished.contains(item.id),
                    defaultFor: defaults.filter { $0.present == item.id }.map(\.slot.product),
                    wantedFor: defaults.filter { $0.desired == item.id && $0.present != item.id }.map(\.slot.product),
                    former: former.map { record in
                        let id = record.item.id
                        let isVanished = contents.vanished.contains(id)
                        return Joined(record, .init(review: reviews[id], isVanished: isVanished))
                    }
                )
            )
        }
        let used = Set(messages.flatMap { $0.first.item.texts?.imageIDs ?? [] })
        images = records.map(\.item).filter { used.contains($0.id) }
    }

    var rows: [any Encodable & Sendable] { messages }

    /// A block for each locale.
    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        messages.enumerated().flatMap { number, message in
            (number > 0 ? [""] : []) + lines(message, verbose: verbose, on: terminal)
        }
    }

    private func lines(_ message: Joined<ItemRecord, Known>, verbose: Bool, on terminal: Terminal) -> [String] {
        let (record, known, item) = (message.first, message.second, message.first.item)
        guard let texts = item.texts else { return [] }
        func id(_ id: ServiceID) -> String { verbose ? id.description : short.text(id) }
        func image(_ image: ServiceID, _ altText: String) -> String {
            "\(images.first { $0.id == image }?.title ?? id(image)): \(altText)"
        }
        var facts: [(String, String)] = [("header", texts.header), ("body", texts.body)]
        if let position = texts.headerPosition, verbose { facts.append(("header position", position.rawValue)) }
        if let picture = texts.image { facts.append(("image", image(picture.id, picture.altText))) }
        for (index, bullet) in texts.bullets.enumerated() {
            facts += [("bullet \(index + 1)", bullet.text), ("its image", image(bullet.imageID, bullet.altText))]
        }
        facts += [
            ("default for", known.defaultFor.joined(separator: ", ")),
            ("wanted as default for", known.wantedFor.joined(separator: ", ")), ("why", record.reason ?? ""),
        ]
        if verbose {
            facts += [
                ("delivered in", item.source.map { "\($0.path):\($0.line)" } ?? "unknown"),
                ("known by", record.proof?.words ?? ""),
                ("requests", Self.requests(record.history.attempts, unanswered: record.history.ambiguous)),
            ]
        }
        for former in known.former.prefix(verbose ? .max : 1) {
            let (header, body) = (former.first.item.texts?.header ?? "", former.first.item.texts?.body ?? "")
            let status = Self.status(former.first.state, former.second.review, isVanished: former.second.isVanished)
            facts.append(("before", "“\(header)” / “\(body)” (\(id(former.first.item.id)), \(status))"))
        }
        if known.former.count > 1, !verbose {
            facts.append(("", "and \(known.former.count - 1) earlier: -v shows them"))
        }
        let status = Self.status(record.state, known.review, isVanished: known.isVanished)
        return ["\(item.title)  \(id(item.id))  \(status)"] + Table(facts: facts).lines(indentedBy: 2, on: terminal)
    }

    /// The number of uploads; empty if the item was sent at most once, and every upload got a conclusive answer.
    static func requests(_ attempts: Int, unanswered: Int) -> String {
        guard attempts > 1 || unanswered > 0 else { return "" }
        let answers = unanswered == 0 ? "" : ", of which \(unanswered) got no conclusive answer"
        return Plural.of(attempts, "upload") + answers
    }

    private static func status(_ state: ItemState, _ review: ReviewState?, isVanished: Bool) -> String {
        if isVanished { return "VANISHED from the service" }
        guard state == .uploaded else { return state.rawValue }
        switch review {
        case .approved?: return "approved"
        case .rejected?: return "REJECTED by Apple"
        case nil: return "uploaded, not in Apple's list yet"
        default: return "in Apple's review"
        }
    }
}

extension Proof {
    /// The evidence that the service has the item.
    var words: String {
        switch self {
        case .response: "the service accepted it"
        case .confirmed: "an earlier upload of ours had succeeded"
        case .adopted: "it was there already"
        case .listed: "it is in the service's list"
        }
    }
}
