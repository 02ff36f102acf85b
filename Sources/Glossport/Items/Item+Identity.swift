import GlossportProject
import GlossportReading

extension Item {
    /// A deleted id is followed by one of the next generation; no text is deleted and uploaded more often than this.
    private static let generations = 256

    /// The error of an item whose digest or derived id does not match its content.
    ///
    /// The service keeps a text forever under the id that it was sent with, so only verified items may be sent. A fixed
    /// id is not derived from anything; for it the digest alone binds the text.
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

    /// Makes sure that digest and derived id match the content.
    ///
    /// - Throws: ``GlossportError`` with code `journal`.
    func requireIdentity(app: String) throws(GlossportError) {
        if let defect = identityDefect(app: app) { throw GlossportError.altered(self, defect) }
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
