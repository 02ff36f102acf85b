package import GlossportReading

/// How the collector gets archives opened.
package struct ArchiveOpener: Sendable {
    package var recognizes: @Sendable (FileHead) -> Bool
    package var open: @Sendable (SourceFile) throws -> OpenedArchive

    package init(
        recognizes: @escaping @Sendable (FileHead) -> Bool,
        open: @escaping @Sendable (SourceFile) throws -> OpenedArchive
    ) {
        self.recognizes = recognizes
        self.open = open
    }
}
