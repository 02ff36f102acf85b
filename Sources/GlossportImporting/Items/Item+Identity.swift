import GlossportChecking

extension Item {
    /// A deleted id is followed by one of the next generation; no text is deleted and uploaded more often than this.
    private static let generations = 256

    /// What is wrong with an item whose digest, or whose derived id, does not follow from what it says.
    ///
    /// The service keeps a text for ever under the id that it was sent with, so nothing may be sent of which this is not certain. A fixed
    /// id follows from nothing; there the digest alone binds the text.
    ///
    /// - Parameter app: The bundle ID.
    /// - Returns: Half a sentence, or `nil` if everything fits.
    package func identityDefect(app: String) -> String? {
        for generation in 0..<Self.generations {
            let identity = identity(app: app, generation: generation)
            guard identity.digest == digest else { continue }
            if origin == .fixed || identity.id == id { return nil }
            return "has an id that does not match its content"
        }
        return "does not match its digest"
    }

    private func identity(app: String, generation: Int) -> (id: ServiceID, digest: [UInt8]) {
        switch content {
        case .message(let texts):
            MessageIdentity.derive(
                app: app,
                message: message,
                locale: locale,
                content: texts,
                generation: generation
            )
        case .image(let image):
            ImageIdentity.derive(app: app, size: image.size, sha256: image.sha256, generation: generation)
        }
    }
}
