private import Foundation
internal import Glossport

/// The body of the answer to `GET /message/list`.
///
/// Apple leaves every field optional, so an empty list may be a missing one.
struct MessageListResponse: Decodable {
    private var messageIdentifiers: [Entry]?

    private struct Entry: Decodable {
        var messageIdentifier: String?
        var messageState: String?
    }

    /// - Throws: `DecodingError` if the bytes are no list.
    init(json: [UInt8]) throws {
        self = try JSONDecoder().decode(MessageListResponse.self, from: Data(json))
    }

    /// The messages by ID; entries whose ID is no UUID are left out.
    var messages: [ServiceID: ReviewState] {
        var messages: [ServiceID: ReviewState] = [:]
        for entry in messageIdentifiers ?? [] {
            guard let id = entry.messageIdentifier.flatMap({ ServiceID($0) }) else { continue }
            messages[id] = Self.state(entry.messageState)
        }
        return messages
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

/// Why a list could not be read.
struct UnreadableList: Error {
    var reason: String
}

extension ReceivedResponse {
    /// The messages in the answer to a list call.
    func list() throws(UnreadableList) -> [ServiceID: ReviewState] {
        switch body {
        case .tooLarge(let limit): throw UnreadableList(reason: "The list is larger than \(limit) bytes.")
        case .cutOff(let reason): throw UnreadableList(reason: "The list is \(reason)")
        case .whole(let bytes):
            do {
                return try MessageListResponse(json: bytes).messages
            } catch {
                throw UnreadableList(
                    reason: "The list is not the JSON that the service documents (\(bytes.count) bytes)."
                )
            }
        }
    }
}
