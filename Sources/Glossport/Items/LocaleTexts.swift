private import Crypto
package import GlossportProject

/// All that customers in one locale would read and see, by its digest: what a person approves.
///
/// The digest says what is sent, not how: neither ids nor generations are part of it, so that a fixed id or a text that has to be uploaded
/// again changes nothing. The article *Message identity* writes the encoding down, and a golden test pins it.
package struct LocaleTexts: Sendable, Hashable {
    /// The App Store's short code.
    package var locale: String
    /// How many messages that are.
    package var messages: Int
    /// SHA-256 over the canonical encoding.
    package var digest: [UInt8]
    /// The locales for which some of them were delivered, if they are copies; sorted.
    package var copiedFrom: [String] = []

    package init(locale: String, messages: Int, digest: [UInt8]) {
        self.locale = locale
        self.messages = messages
        self.digest = digest
    }

    /// The texts of messages.
    ///
    /// - Parameters:
    ///   - app: The bundle ID. The environment is not part of it.
    ///   - locale: The App Store's short code.
    ///   - messages: The contents to send, by message name.
    ///   - images: SHA-256 of each image's bytes, in lower-case hexadecimal.
    package init(app: String, locale: String, messages: [String: MessageContent], images: [ServiceID: String]) {
        // Encoding `v1`, by the rules of messages' encoding.
        var fields = ["glossport-approval-v1", app, locale, String(messages.count)]
        let byName = messages.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
        for (name, content) in byName {
            let image = { (id: ServiceID) in images[id] ?? id.description }
            fields += [
                name, content.header, content.body, (content.headerPosition ?? .aboveBody).rawValue,
                content.image.map { image($0.id) } ?? "", content.image?.altText ?? "", String(content.bullets.count),
            ]
            for bullet in content.bullets { fields += [bullet.text, image(bullet.imageID), bullet.altText] }
        }
        let digest = SHA256.hash(data: MessageIdentity.lengthPrefixed(fields))
        self.init(locale: locale, messages: messages.count, digest: Array(digest))
    }
}

extension LocaleTexts: Encodable {
    private enum CodingKeys: CodingKey {
        case messages, digest, code, copiedFrom
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(messages, forKey: .messages)
        try container.encode(digest.hexadecimal, forKey: .digest)
        try container.encode(SignOffCode(of: self), forKey: .code)
        try container.encode(copiedFrom, forKey: .copiedFrom)
    }
}
