private import Foundation
package import Glossport
package import GlossportProject

/// The body of `PUT /default/…`, and of the answer to `GET`.
private struct DefaultConfiguration: Codable {
    var messageIdentifier: ServiceID
}

extension RetentionMessagingClient {
    package func setDefault(_ slot: DefaultSlot, to id: ServiceID) async -> Answer {
        guard let path = Self.path(slot),
            let json = try? JSONEncoder().encode(DefaultConfiguration(messageIdentifier: id))
        else { return Answer(.refused, detail: "The product ID contains characters that a URL cannot.") }
        return await attempt(.put, path, .json(Array(json))).answer
    }

    package func getDefault(_ slot: DefaultSlot) async -> (answer: Answer, id: ServiceID?) {
        guard let path = Self.path(slot) else {
            return (Answer(.refused, detail: "The product ID contains characters that a URL cannot."), nil)
        }
        let (answer, body) = await read(
            DefaultConfiguration.self,
            .get,
            path,
            orElse: "The answer contains no message."
        )
        return (answer, body?.messageIdentifier)
    }

    package func deleteDefault(_ slot: DefaultSlot) async -> Answer {
        guard let path = Self.path(slot) else {
            return Answer(.refused, detail: "The product ID contains characters that a URL cannot.")
        }
        return await attempt(.delete, path).answer
    }

    /// The path of a slot; `nil` if its product ID or locale can't be a path component.
    ///
    /// A product ID comes from the user's file and is escaped, so that it stays a single path component.
    private static func path(_ slot: DefaultSlot) -> String? {
        let safe = CharacterSet(charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.~")
        guard let product = slot.product.addingPercentEncoding(withAllowedCharacters: safe),
            let locale = slot.locale.addingPercentEncoding(withAllowedCharacters: safe),
            ![".", ".."].contains(product), !product.isEmpty, !locale.isEmpty
        else { return nil }
        return "/inApps/v1/messaging/default/\(product)/\(locale)"
    }
}
