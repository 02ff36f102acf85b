import GlossportChecking
package import GlossportProject
package import GlossportReading

/// The image files of a run, read when the images are sent.
package struct ImageFiles: Sendable {
    private let files: [ServiceID: SourceFile]

    package init(_ files: [ServiceID: SourceFile] = [:]) { self.files = files }

    /// Returns an image's bytes, which must be those that were checked and planned.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput` if the file is missing or has changed.
    package func bytes(of content: ImageContent, _ id: ServiceID) throws -> [UInt8] {
        guard let file = files[id] else {
            throw GlossportError(
                .unreadableInput,
                "The image \(content.path) is not among the project's images.",
                remedy: "Check `image:` and `bullets:` in the project file."
            )
        }
        let bytes = try file.bytes(atMost: PNGInspection.maximumBytes)
        guard let bytes, ImageDigest.of(bytes) == content.sha256 else {
            throw GlossportError(
                .unreadableInput,
                "The image \(file.path) has changed since it was checked.",
                remedy: "Do not change images during an import."
            )
        }
        return bytes
    }
}
