private import Foundation
import GlossportChecking
package import GlossportReading

/// What journals keep of an item's content: the service can't be asked for it.
extension Item.Content {
    /// As JSON with sorted keys, so that equal contents are equal text.
    package static func stored(_ contents: [Item.Content]) throws -> [String] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return try contents.map { content in
            let json =
                switch content {
                case .message(let content): try encoder.encode(content)
                case .image(let content): try encoder.encode(content)
                }
            return String(decoding: json, as: UTF8.self)
        }
    }

    /// - Parameters:
    ///   - stored: What ``stored(_:)`` made of it.
    ///   - kind: What it is about.
    /// - Throws: ``GlossportError`` with code `journal`.
    package init(stored: String, kind: Item.Kind) throws {
        let decoder = JSONDecoder()
        let json = Data(stored.utf8)
        do {
            switch kind {
            case .message: self = .message(try decoder.decode(MessageContent.self, from: json))
            case .image: self = .image(try decoder.decode(ImageContent.self, from: json))
            }
        } catch {
            throw GlossportError.unreadableItem("content")
        }
    }
}

extension GlossportError {
    /// For an item of which something can't be understood.
    package static func unreadableItem(_ what: String) -> GlossportError {
        GlossportError(
            .journal,
            "The journal has an item with an unreadable \(what).",
            remedy: "Restore the journal from a backup, or update glossport if a newer one has written it."
        )
    }
}
