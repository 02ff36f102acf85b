import Glossport
import GlossportProject
import GlossportTesting

/// Samples shared by several suites of the core.
enum Samples {
    static let destination = JournalSamples.sandbox
    static let start = Timestamp(seconds: 1_790_000_000)

    /// Items with derived IDs, as made from a catalog.
    static func items(_ count: Int, text: String = "Bleib", origin: Item.Origin = .derived) -> [Item] {
        (0..<count).map { number in
            let content = MessageContent(header: text, body: "Nummer \(number)")
            let identity = MessageIdentity.derive(
                app: destination.app,
                message: "keep-\(number)",
                locale: "de-DE",
                content: content
            )
            return Item(
                id: identity.id,
                message: "keep-\(number)",
                locale: "de-DE",
                content: .message(content),
                digest: identity.digest,
                origin: origin
            )
        }
    }
}

extension Answer {
    static let accepted = Answer(.accepted, status: 200)
    static let present = Answer(.alreadyPresent, status: 409, appleCode: 4_090_001)
    static let lost = Answer(.unknown, detail: "connection reset")
    static let noConnection = Answer(.notSent, detail: "no connection")
    static let unauthorized = Answer(.unauthorized, status: 401)
    static let refused = Answer(.refused, status: 400, appleCode: 4_000_162, detail: "Header too long.")
    static let full = Answer(.capacityReached, status: 403, appleCode: 4_030_016)
    static let noAccess = Answer(.accessRefused, status: 404)

    static func throttled(until moment: Timestamp? = nil) -> Answer {
        Answer(.throttled, status: 429, appleCode: 4_290_000, retryAt: moment)
    }
}
