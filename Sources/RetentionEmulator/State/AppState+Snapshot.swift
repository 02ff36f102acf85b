extension AppState {
    /// The state of an app as it was saved; entries that make no sense are left out.
    init(_ saved: StateSnapshot.App) {
        self.init()
        for image in saved.images {
            guard let identifier = Identifier(image.imageIdentifier) else { continue }
            guard let size = ImageSize(rawValue: image.imageSize) else { continue }
            uploads += 1
            images[identifier] = StoredImage(
                file: ImageFile(size: size, isAcceptable: true, byteCount: image.byteCount, sha256: image.sha256),
                review: Review(
                    uploadedAt: Moment(microseconds: image.uploadedAt),
                    state: ReviewState(rawValue: image.imageState) ?? .pending
                ),
                order: uploads
            )
        }
        for message in saved.messages {
            guard let identifier = Identifier(message.messageIdentifier) else { continue }
            uploads += 1
            messages[identifier] = StoredMessage(
                content: MessageContent(message),
                review: Review(
                    uploadedAt: Moment(microseconds: message.uploadedAt),
                    state: ReviewState(rawValue: message.messageState) ?? .pending
                ),
                order: uploads
            )
        }
        for entry in saved.defaults {
            defaults[DefaultKey(productID: entry.productId, locale: entry.locale)] = Identifier(entry.messageIdentifier)
        }
        realtimeURL = saved.realtimeURL
        deletedMessages = Set(saved.deletedMessages.compactMap { Identifier($0) })
        deletedImages = Set(saved.deletedImages.compactMap { Identifier($0) })
    }
}

extension MessageContent {
    fileprivate init(_ saved: StateSnapshot.Message) {
        self.init(
            header: saved.header,
            body: saved.body,
            image: saved.image.flatMap { Picture($0.imageIdentifier, $0.altText) },
            headerPosition: saved.headerPosition.flatMap(HeaderPosition.init(rawValue:)),
            bulletPoints: (saved.bulletPoints ?? []).compactMap { bullet in
                Picture(bullet.imageIdentifier, bullet.altText).map { BulletPoint(text: bullet.text, picture: $0) }
            }
        )
    }
}

extension MessageContent.Picture {
    fileprivate init?(_ identifier: String, _ altText: String) {
        guard let identifier = Identifier(identifier) else { return nil }
        self.init(imageIdentifier: identifier, altText: altText)
    }
}
