package import GlossportReading

/// The contents of an archive.
///
/// An adapter opens archives, so that the core needs no archive library.
package struct OpenedArchive: Sendable {
    package var files: [SourceFile] = []
    /// Skipped entries, counted by reason.
    package var skipped: [String: Int] = [:]
    package var findings: [Finding] = []

    package init() {}

    package static let rules = [
        RuleDescription(
            "archive-damaged",
            .error,
            "The archive or a file in it can't be unpacked: it is truncated or encrypted, or uses an unsupported compression."
        ),
        RuleDescription(
            "archive-unsafe-path",
            .error,
            """
            A file in the archive has a path that leads out of it (`../`, `/etc`), which a naive unpacker would follow, or a name that \
            begins with a combining mark. Glossport unpacks nothing to disk, and does not read the file.
            """
        ),
        RuleDescription(
            "archive-duplicate-name",
            .warning,
            """
            The archive contains two files of the same name, or of names that differ only in letter case. Which one a vendor sees \
            depends on the machine; Glossport reads the first.
            """
        ),
        RuleDescription(
            "archive-too-big",
            .error,
            "The archive is too large, packed or unpacked, or is compressed suspiciously well. It is not read at all."
        ),
    ]
}

package struct ArchiveOpener: Sendable {
    package var recognizes: @Sendable (FilePrefix) -> Bool
    package var open: @Sendable (SourceFile) throws -> OpenedArchive

    package init(
        recognizes: @escaping @Sendable (FilePrefix) -> Bool,
        open: @escaping @Sendable (SourceFile) throws -> OpenedArchive
    ) {
        self.recognizes = recognizes
        self.open = open
    }
}
