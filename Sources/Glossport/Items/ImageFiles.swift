import GlossportChecking
package import GlossportProject
package import GlossportReading

/// Where a run's images are, and their bytes when they are sent.
package struct ImageFiles: Sendable {
    private let files: [ServiceID: SourceFile]

    package init(_ files: [ServiceID: SourceFile] = [:]) { self.files = files }

    /// The bytes that were checked and planned.
    ///
    /// - Throws: ``GlossportError`` with code `unreadableInput` if the file is gone or another one by now.
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
