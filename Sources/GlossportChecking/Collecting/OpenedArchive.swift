package import GlossportReading

/// What an archive holds; whoever can open archives makes it, so that the core needs no archive library.
package struct OpenedArchive: Sendable {
    package var files: [SourceFile] = []
    /// Entries that were left out, counted by reason.
    package var skipped: [String: Int] = [:]
    package var findings: [Finding] = []

    package init() {}

    /// Findings about archives.
    package static let rules = [
        RuleDescription(
            "archive-damaged",
            .error,
            "The archive, or a file in it, can't be unpacked: it was cut off, is encrypted, or is packed in a way nobody reads."
        ),
        RuleDescription(
            "archive-unsafe-path",
            .error,
            """
            A file in the archive has a path that leads out of it (`../`, `/etc`), which unpacking blindly would follow. Nothing is ever \
            unpacked to the disk here, and the file is not read.
            """
        ),
        RuleDescription(
            "archive-duplicate-name",
            .warning,
            """
            The archive holds two files of the same name, or of names that differ only in letter case. Which one a \
            vendor sees depends on the machine; the first is read.
            """
        ),
        RuleDescription(
            "archive-too-big",
            .error,
            "The archive, what it unpacks to, or the ratio of the two is beyond what any delivery needs. It is not read at all."
        ),
    ]
}

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
