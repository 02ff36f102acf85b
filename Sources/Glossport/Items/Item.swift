package import GlossportProject
package import GlossportReading

/// A message or an image to upload to the service, as recorded in the journal.
package struct Item: Sendable, Hashable {
    package var id: ServiceID
    /// The message's name, such as `keep-annual`; empty for an image, which many messages can share.
    package var message: String
    /// The App Store's short code; empty for an image.
    package var locale: String
    /// The texts of a message, or the description of an image.
    ///
    /// The service cannot return this content, so the journal is the only record.
    package var content: Content
    /// SHA-256 over the canonical encoding of the content; see ``MessageIdentity``.
    package var digest: [UInt8]
    package var origin: Origin
    /// The location of the message in the delivery, usually that of its header; for an image, its file.
    package var source: SourceLocation?
    /// The original locale of copied texts (`locales.also`); the App Store's short code.
    package var copiedFrom: String?

    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case message
        case image

        package var uploadEndpoint: Endpoint { self == .message ? .uploadMessage : .uploadImage }

        /// Creates the kind that an endpoint uploads; `nil` for every other endpoint.
        init?(uploadedBy endpoint: Endpoint?) {
            guard let kind = Self.allCases.first(where: { $0.uploadEndpoint == endpoint }) else { return nil }
            self = kind
        }
        package var listEndpoint: Endpoint { self == .message ? .listMessages : .listImages }
        package var deleteEndpoint: Endpoint { self == .message ? .deleteMessage : .deleteImage }
    }

    package enum Content: Sendable, Hashable {
        case message(MessageContent)
        case image(ImageContent)
    }

    package var kind: Kind {
        switch content {
        case .message: .message
        case .image: .image
        }
    }

    /// The texts of a message; `nil` for an image.
    package var texts: MessageContent? {
        if case .message(let content) = content { content } else { nil }
    }

    package var image: ImageContent? {
        if case .image(let content) = content { content } else { nil }
    }

    /// The name that users see: message and locale, or the image's path.
    package var title: String { image?.path ?? "\(message) \(locale)" }
    package var titleWithOrigin: String { image == nil ? "\(message) \(localeWithOrigin)" : title }
    /// The locale, with the original locale of a copy.
    package var localeWithOrigin: String { locale + (copiedFrom.map { " (copy of \($0))" } ?? "") }

    /// The origin of an id, which decides how a 409 is interpreted.
    package enum Origin: String, Sendable, Hashable, Codable {
        /// Derived from the content: the same id means the same content.
        case derived
        /// Chosen by the team: only the journal records the content of the id.
        case fixed
    }

    package init(
        id: ServiceID,
        message: String = "",
        locale: String = "",
        content: Content,
        digest: [UInt8],
        origin: Origin = .derived,
        source: SourceLocation? = nil,
        copiedFrom: String? = nil
    ) {
        self.id = id
        self.message = message
        self.locale = locale
        self.content = content
        self.digest = digest
        self.origin = origin
        self.source = source
        self.copiedFrom = copiedFrom
    }
}

extension Item: Encodable {
    package func encode(to encoder: any Encoder) throws {
        let isMessage = kind == .message
        try encoder.encode(members: [
            "id": id,
            "kind": kind,
            "message": isMessage ? message : nil,
            "locale": isMessage ? locale : nil,
            "copiedFrom": copiedFrom,
            "texts": texts,
            "image": image,
            "source": source,
        ])
    }
}
