private import Foundation
import Glossport
import GlossportProject

/// The body of the answer to `GET /message/list` and `GET /image/list`.
///
/// Apple declares every field as optional, so the field of an empty list may be missing.
struct ListResponse: Decodable {
    private var messageIdentifiers: [Entry]?
    private var imageIdentifiers: [Entry]?

    private struct Entry: Decodable {
        var messageIdentifier: String?
        var messageState: String?
        var imageIdentifier: String?
        var imageState: String?
    }

    /// - Throws: `DecodingError` if the bytes are not a list.
    init(json: [UInt8]) throws {
        self = try JSONDecoder().decode(ListResponse.self, from: Data(json))
    }

    /// The ids of messages in their original spelling.
    var messageIDs: [String] { (messageIdentifiers ?? []).compactMap(\.messageIdentifier) }

    /// The review states by id; entries whose id is not a UUID are omitted.
    func states(_ kind: Item.Kind) -> [ServiceID: ReviewState] {
        var states: [ServiceID: ReviewState] = [:]
        for entry in (kind == .message ? messageIdentifiers : imageIdentifiers) ?? [] {
            let (id, state) =
                kind == .message
                ? (entry.messageIdentifier, entry.messageState) : (entry.imageIdentifier, entry.imageState)
            guard let id = id.flatMap({ ServiceID($0) }) else { continue }
            states[id] = Self.state(state)
        }
        return states
    }

    private static func state(_ text: String?) -> ReviewState {
        switch text {
        case "PENDING": .pending
        case "APPROVED": .approved
        case "REJECTED": .rejected
        default: .unrecognized
        }
    }
}

struct UnreadableList: Error {
    var reason: String
}

extension ReceivedResponse {
    var list: ListResponse {
        get throws(UnreadableList) {
            switch body {
            case .tooLarge(let limit): throw UnreadableList(reason: "The list is larger than \(limit) bytes.")
            case .cutOff(let reason): throw UnreadableList(reason: "The list is \(reason)")
            case .whole(let bytes):
                do {
                    return try ListResponse(json: bytes)
                } catch {
                    throw UnreadableList(
                        reason: "The list is not the JSON that the service documents (\(bytes.count) bytes)."
                    )
                }
            }
        }
    }
}
