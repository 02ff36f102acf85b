import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// The output of `messages show`; its JSON is stable.
struct MessageReport: CommandReport {
    var schema = "glossport.messages/1"
    var app: String
    var environment: ServiceEnvironment
    private(set) var messages: [Message] = []

    /// A message in a locale.
    struct Message: Encodable {
        var id: ServiceID
        var message, locale: String
        var state: ItemState
        /// The last known state in Apple's review; absent if no list has shown it.
        var review: ReviewState?
        var isVanished: Bool
        var header, body: String
        var headerPosition: HeaderPosition?
        var image: Image?
        var bullets: [Bullet]
        /// The products that show it, and those that shall.
        var defaultFor, wantedFor: [String]
        /// How the state is known, and why it is what it is.
        var proof: Proof?
        var reason: String?
        var attempts, ambiguousAttempts: Int
        var path: String?
        var line: Int?
        /// Earlier texts of the same message and locale, the newest first.
        var former: [Former]
    }

    struct Image: Encodable {
        var id: ServiceID
        var path: String?
        var altText: String
    }

    struct Bullet: Encodable {
        var text: String
        var image: Image
    }

    struct Former: Encodable {
        var id: ServiceID
        var state: ItemState
        var review: ReviewState?
        var header, body: String
    }

    @Unencoded private var short: ShortIDs

    init(_ shown: [ItemRecord], in contents: JournalContents) {
        let (records, reviews, defaults) = (contents.records, contents.reviews, contents.defaults)
        (app, environment) = (contents.destination.app, contents.destination.environment)
        short = ShortIDs(records.map(\.item.id))
        let images = Dictionary(records.compactMap { record in record.item.image.map { (record.item.id, $0.path) } }) {
            first,
            _ in first
        }
        func image(_ id: ServiceID, _ altText: String) -> Image {
            Image(id: id, path: images[id], altText: altText)
        }
        messages = shown.compactMap { record in
            let item = record.item
            guard let texts = item.texts else { return nil }
            let siblings = records.filter { $0.item.message == item.message && $0.item.locale == item.locale }
            let former = siblings.prefix { $0.item.id != item.id }.reversed()
            return Message(
                id: item.id,
                message: item.message,
                locale: item.locale,
                state: record.state,
                review: reviews[item.id],
                isVanished: contents.vanished.contains(item.id),
                header: texts.header,
                body: texts.body,
                headerPosition: texts.headerPosition,
                image: texts.image.map { image($0.id, $0.altText) },
                bullets: texts.bullets.map { Bullet(text: $0.text, image: image($0.imageID, $0.altText)) },
                defaultFor: defaults.filter { $0.present == item.id }.map(\.slot.product),
                wantedFor: defaults.filter { $0.desired == item.id && $0.present != item.id }.map(\.slot.product),
                proof: record.proof,
                reason: record.reason,
                attempts: record.history.attempts,
                ambiguousAttempts: record.history.ambiguous,
                path: item.source?.path,
                line: item.source?.line,
                former: former.map { record in
                    Former(
                        id: record.item.id,
                        state: record.state,
                        review: reviews[record.item.id],
                        header: record.item.texts?.header ?? "",
                        body: record.item.texts?.body ?? ""
                    )
                }
            )
        }
    }

    var rows: [any Encodable] { messages }

    /// A block for each locale.
    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        messages.enumerated().flatMap { number, message in
            (number > 0 ? [""] : []) + lines(message, verbose: verbose, on: terminal)
        }
    }

    private func lines(_ message: Message, verbose: Bool, on terminal: Terminal) -> [String] {
        func id(_ id: ServiceID) -> String { verbose ? id.description : short.text(id) }
        var facts: [(String, String)] = [("header", message.header), ("body", message.body)]
        if let position = message.headerPosition, verbose { facts.append(("header position", position.rawValue)) }
        func image(_ image: Image) -> String { "\(image.path ?? id(image.id)): \(image.altText)" }
        if let picture = message.image { facts.append(("image", image(picture))) }
        for (index, bullet) in message.bullets.enumerated() {
            facts += [("bullet \(index + 1)", bullet.text), ("its image", image(bullet.image))]
        }
        facts += [
            ("default for", message.defaultFor.joined(separator: ", ")),
            ("wanted as default for", message.wantedFor.joined(separator: ", ")),
            ("why", message.reason ?? ""),
        ]
        if verbose {
            facts += [
                ("delivered in", message.path.map { "\($0):\(message.line ?? 1)" } ?? "unknown"),
                ("known by", message.proof?.words ?? ""),
                ("requests", Self.requests(message.attempts, unanswered: message.ambiguousAttempts)),
            ]
        }
        for former in message.former.prefix(verbose ? .max : 1) {
            let standing = Self.standing(former.state, former.review, isVanished: false)
            facts.append(("before", "“\(former.header)” / “\(former.body)” (\(id(former.id)), \(standing))"))
        }
        if message.former.count > 1, !verbose {
            facts.append(("", "and \(message.former.count - 1) earlier: -v shows them"))
        }
        let standing = Self.standing(message.state, message.review, isVanished: message.isVanished)
        return ["\(message.message) \(message.locale)  \(id(message.id))  \(standing)"]
            + Table(facts: facts).lines(indentedBy: 2, on: terminal)
    }

    /// How often it was sent; nothing if that was once, and answered.
    static func requests(_ attempts: Int, unanswered: Int) -> String {
        guard attempts > 1 || unanswered > 0 else { return "" }
        let answers = unanswered == 0 ? "" : ", of which \(unanswered) got no conclusive answer"
        return Plural.of(attempts, "upload") + answers
    }

    private static func standing(_ state: ItemState, _ review: ReviewState?, isVanished: Bool) -> String {
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
    /// How it is known that the service has something.
    var words: String {
        switch self {
        case .response: "the service accepted it"
        case .confirmed: "an earlier upload of ours had succeeded"
        case .adopted: "it was there already"
        case .listed: "it is in the service's list"
        }
    }
}
