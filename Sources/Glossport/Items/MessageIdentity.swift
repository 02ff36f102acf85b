private import Crypto
package import GlossportProject

/// Derives a message's id from its content, so that the same text has the same id on every machine.
///
/// The encoding is part of the product's interface: after a change, every message would be uploaded again, and the
/// service holds at most 2,000. The article *Message identity* documents it, and golden tests pin it.
package enum MessageIdentity {
    /// The UUID namespace (version 5) of all Glossport ids; a random value, generated once.
    package static let namespace: [UInt8] = [
        0x8E, 0x1B, 0x6C, 0x4F, 0x2D, 0x93, 0x4A, 0x57, 0xB0, 0x1C, 0x5E, 0x7A, 0x3F, 0x64, 0xD2, 0x19,
    ]

    /// Derives the id and digest of one message record.
    ///
    /// - Parameters:
    ///   - app: The bundle ID. Ids do not depend on the environment: sandbox and production use the same ones.
    ///   - message: The message's name.
    ///   - locale: The App Store's short code.
    ///   - content: The content, exactly as sent: texts are not normalized.
    ///   - generation: 0, unless a deleted id must be replaced.
    /// - Returns: The id, and the SHA-256 of the canonical encoding.
    package static func derive(
        app: String,
        message: String,
        locale: String,
        content: MessageContent,
        generation: Int = 0
    ) -> (id: ServiceID, digest: [UInt8]) {
        let bytes = canonicalEncoding(
            app: app,
            message: message,
            locale: locale,
            content: content,
            generation: generation
        )
        return (version5(of: bytes), Array(SHA256.hash(data: bytes)))
    }

    /// Returns encoding `v1`: a list of fields, each with its length in bytes (32 bits, big-endian) and its UTF-8.
    ///
    /// The fields are the literal `glossport-message-v1`, bundle ID, message name, locale, header, body, header
    /// position (`above-body` by default, like the service), image id and alt text (both empty without an image), the
    /// number of bullets, each bullet's text, image id and alt text, and the generation. Numbers are decimal, ids lower
    /// case.
    static func canonicalEncoding(
        app: String,
        message: String,
        locale: String,
        content: MessageContent,
        generation: Int
    ) -> [UInt8] {
        var fields = [
            "glossport-message-v1", app, message, locale, content.header, content.body,
            (content.headerPosition ?? .aboveBody).rawValue,
            content.image?.id.description ?? "", content.image?.altText ?? "", String(content.bullets.count),
        ]
        for bullet in content.bullets {
            fields += [bullet.text, bullet.imageID.description, bullet.altText]
        }
        fields.append(String(generation))
        return lengthPrefixed(fields)
    }

    /// Returns each field's length in bytes (32 bits, big-endian) followed by its UTF-8.
    static func lengthPrefixed(_ fields: [String]) -> [UInt8] {
        fields.flatMap { field in
            let text = Array(field.utf8)
            let count = UInt32(truncatingIfNeeded: text.count)
            return [UInt8(count >> 24), UInt8(count >> 16 & 0xFF), UInt8(count >> 8 & 0xFF), UInt8(count & 0xFF)] + text
        }
    }

    /// Returns a UUID of version 5 (RFC 9562 §5.5): the first 16 bytes of SHA-1 over namespace and name, with version
    /// and variant set.
    static func version5(of name: [UInt8]) -> ServiceID {
        let hash = Array(Insecure.SHA1.hash(data: namespace + name))
        let high = hash.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let low = hash.dropFirst(8).prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return ServiceID(
            high: high & 0xFFFF_FFFF_FFFF_0FFF | 0x5000,
            low: low & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
        )
    }
}
