private import Foundation
import GlossportProject
import GlossportReading

/// The JSON content of events; people can read it, and the service never returns it.
extension JournalEvent {
    /// An item with its texts, or with the description of its image.
    struct ItemText: Codable {
        var kind: Item.Kind
        var message, locale: String
        var origin: Item.Origin
        var digest: String
        var content: MessageContent?
        var image: ImageContent?
        var source: SourceLocation?
        var copiedFrom: String?
    }

    /// The command and process of a run, its input files, and the service that it uses.
    struct RunText: Codable {
        var command, version: String
        var isExclusive: Bool
        var process: ProcessIdentity
        var sources: [RunStart.Source]
        var service: String?
    }

    struct ApprovalText: Codable {
        var digest: String?
        var messages: Int?
        var by, note: String?
    }

    static func text(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }

    /// - Throws: ``GlossportError`` with code `journal`.
    func decoded<Value: Decodable>(_ type: Value.Type) throws -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data((text ?? "").utf8))
        } catch {
            throw GlossportError.impossible(self, "says what can't be read")
        }
    }

    static func wanted(_ item: Item, in run: Int64, at moment: Timestamp, isNew: Bool) throws -> JournalEvent {
        var event = JournalEvent(.wanted, in: run, at: moment, item: item.id, state: isNew ? .planned : nil)
        event.endpoint = item.kind.uploadEndpoint
        event.text = try text(
            ItemText(
                kind: item.kind,
                message: item.message,
                locale: item.locale,
                origin: item.origin,
                digest: item.digest.hexadecimal,
                content: item.texts,
                image: item.image,
                source: item.source,
                copiedFrom: item.copiedFrom
            )
        )
        return event
    }

    /// Returns the item that a `wanted` event describes.
    func wantedItem() throws -> Item {
        let text = try decoded(ItemText.self)
        let content = text.content.map(Item.Content.message) ?? text.image.map(Item.Content.image)
        guard let item, let content, let digest = [UInt8](hexadecimal: text.digest) else {
            throw GlossportError.impossible(self, "says what can't be read")
        }
        let described = Item(
            id: item,
            message: text.message,
            locale: text.locale,
            content: content,
            digest: digest,
            origin: text.origin,
            source: text.source,
            copiedFrom: text.copiedFrom
        )
        guard described.kind.uploadEndpoint == endpoint else {
            throw GlossportError.impossible(self, "names an endpoint that does not take such an item")
        }
        return described
    }
}
