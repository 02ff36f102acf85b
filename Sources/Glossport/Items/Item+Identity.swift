import GlossportProject
import GlossportReading

extension Item {
    /// The maximum number of ids for one text: after each deletion, its next upload uses the next generation.
    private static let generations = 256

    /// Returns the defect of an item whose digest or derived id does not match its content.
    ///
    /// The service binds a text permanently to the id it was sent with, so only verified items may be sent. A fixed id
    /// is not derived from anything; only the digest binds its text.
    ///
    /// - Parameter app: The bundle ID.
    /// - Returns: The rest of a sentence about the item; `nil` if everything matches.
    package func identityDefect(app: String) -> String? {
        for generation in 0..<Self.generations {
            let identity = identity(app: app, generation: generation)
            guard identity.digest == digest else { continue }
            if origin == .fixed || identity.id == id { return nil }
            return "has an id that does not match its content"
        }
        return "does not match its digest"
    }

    /// Checks that digest and derived id match the content.
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
