private import Crypto
package import GlossportProject
import GlossportReading

/// All texts and images that customers in one locale would see, identified by their digest; the subject of an approval.
///
/// The digest covers the content that is sent, not how it is sent. It contains neither ids nor generations, so a fixed
/// id or a repeated upload changes nothing. The article *Message identity* documents the encoding, and a golden test
/// pins it.
package struct LocaleTexts: Sendable, Hashable {
    /// The App Store's short code.
    package var locale: String
    /// The number of messages.
    package var messages: Int
    /// SHA-256 over the canonical encoding.
    package var digest: [UInt8]
    /// The original locales of copied texts among them; sorted.
    package var copiedFrom: [String] = []

    package init(locale: String, messages: Int, digest: [UInt8]) {
        self.locale = locale
        self.messages = messages
        self.digest = digest
    }

    /// Computes the digest of a locale's messages.
    ///
    /// - Parameters:
    ///   - app: The bundle ID. The digest does not depend on the environment.
    ///   - locale: The App Store's short code.
    ///   - messages: The contents to send, by message name.
    ///   - images: SHA-256 of each image's bytes, in lower-case hexadecimal.
    package init(app: String, locale: String, messages: [String: MessageContent], images: [ServiceID: String]) {
        // Encoding `v1`; the rules are those of ``MessageIdentity``.
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
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode(members: [
            "messages": messages,
            "digest": digest.hexadecimal,
            "code": SignOffCode(of: self),
            "copiedFrom": copiedFrom,
        ])
    }
}
