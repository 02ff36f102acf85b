/// One thing to make true at the service, as it stands in the journal.
package struct Item: Sendable, Hashable {
    package var id: ServiceID
    /// The message's name, such as `keep-annual`; empty for an image, which belongs to no one message.
    package var message: String
    /// The App Store's short code; empty for an image.
    package var locale: String
    /// Everything the service is told.
    ///
    /// The service can't be asked for it, so the journal is the only record.
    package var content: Content
    /// SHA-256 over the canonical encoding of the content; see ``MessageIdentity``.
    package var digest: [UInt8]
    package var origin: Origin
    /// Where the header stands in the delivery.
    package var source: SourceLocation?

    /// What kind of thing it is.
    package enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
        case message
        case image

        /// The kinds whose lists say something, images first: a list of images says nothing where none was sent.
        package static func listed(for records: [ItemRecord]) -> [Kind] {
            records.contains { $0.item.kind == .image } ? [.image, .message] : [.message]
        }

        package var uploadEndpoint: Endpoint { self == .message ? .uploadMessage : .uploadImage }
        package var listEndpoint: Endpoint { self == .message ? .listMessages : .listImages }
        package var deleteEndpoint: Endpoint { self == .message ? .deleteMessage : .deleteImage }
    }

    /// What it holds, by its kind.
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

    /// The texts, if it is a message.
    package var texts: MessageContent? {
        if case .message(let content) = content { content } else { nil }
    }

    /// What it is, if it is an image.
    package var image: ImageContent? {
        if case .image(let content) = content { content } else { nil }
    }

    /// What a person knows it by: message and locale, or the image's path.
    package var title: String { image?.path ?? "\(message) \(locale)" }

    /// Where the id comes from, which decides how a 409 is read.
    package enum Origin: String, Sendable, Hashable, Codable {
        /// From the content: the same id is the same content.
        case derived
        /// From the team: only the journal can tell what the id holds.
        case fixed
    }

    package init(
        id: ServiceID,
        message: String = "",
        locale: String = "",
        content: Content,
        digest: [UInt8],
        origin: Origin = .derived,
        source: SourceLocation? = nil
    ) {
        self.id = id
        self.message = message
        self.locale = locale
        self.content = content
        self.digest = digest
        self.origin = origin
        self.source = source
    }
}

/// Where an item stands.
///
/// Each state says who enters it, who leaves it, and what a crash in it means.
package enum ItemState: String, Sendable, Hashable, Codable, CaseIterable {
    /// Entered by `enqueue`, and again when an attempt was certainly not applied. Left by the first attempt. A crash
    /// means nothing: nothing was sent.
    case planned
    /// Entered with the attempt's row, before the request leaves. Left with the attempt's outcome. A crash leaves it
    /// here, and then it means what ``unknown`` means.
    case sending
    /// Entered when an attempt may or may not have been applied. Left by another attempt with the same id, or by the
    /// service's list.
    case unknown
    /// The service holds it; ``ItemRecord/proof`` says how we know. Left only by deletion.
    case uploaded
    /// Given up: entered before the request to delete it leaves, so a crash leaves no doubt. The id is never used again, whether
    /// the service has deleted it yet or not. Left if the service refuses to delete it.
    case deleted
    /// The service said it will never take this content. Left by the user with `journal forget`, when the id turns up at the service, or by the
    /// next import if the refusal turns out to speak of circumstances; a changed text is another item.
    case refused
    /// The id is there, and it is not certain to be ours. Left by the user, who changes the id or says `skip`.
    case conflict

    /// Whether a run still has something to send for it.
    package var isOpen: Bool { self == .planned || self == .sending || self == .unknown }
}

/// How an upload is known to have happened.
package enum Proof: String, Sendable, Hashable, Codable {
    /// The service answered 200.
    case response
    /// The service answered 409 to a repeated attempt of ours.
    case confirmed
    /// Somebody else, or we in another life, had uploaded the same content under the same derived id.
    case adopted
    /// The id stands in the service's list, after an attempt of ours.
    case listed
}

/// An item with its state and what is known of earlier attempts.
package struct ItemRecord: Sendable, Hashable {
    package var item: Item
    package var state: ItemState
    package var proof: Proof?
    /// Why it is ``ItemState/refused`` or in ``ItemState/conflict``, or was sent back: Apple's number and sentence.
    package var reason: String?
    /// Apple's number of the newest refusal, for ``ItemState/refused``.
    package var refusalCode: Int?
    package var history: AttemptHistory

    package init(
        item: Item,
        state: ItemState,
        proof: Proof? = nil,
        reason: String? = nil,
        refusalCode: Int? = nil,
        history: AttemptHistory = AttemptHistory()
    ) {
        self.item = item
        self.state = state
        self.proof = proof
        self.reason = reason
        self.refusalCode = refusalCode
        self.history = history
    }
}

/// What earlier attempts at one item prove.
package struct AttemptHistory: Sendable, Hashable {
    /// Attempts in all.
    package var attempts: Int
    /// Attempts that ended without a definite answer, or were cut off: one of them may have been applied.
    package var ambiguous: Int
    /// Attempts that the service definitely refused because of the content.
    package var refused: Int

    package init(attempts: Int = 0, ambiguous: Int = 0, refused: Int = 0) {
        self.attempts = attempts
        self.ambiguous = ambiguous
        self.refused = refused
    }
}
