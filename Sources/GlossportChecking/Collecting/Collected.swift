package import GlossportReading

/// Everything that was read from the deliveries of a run.
package struct Collected: Sendable {
    package var catalog: Catalog
    /// The readers' findings; the rules' findings are added to them.
    package var findings: [Finding]
    package var files: [FileReport]
    /// Files that were skipped, counted by reason.
    package var skipped: [String: Int]
    package var sources: [SourceFile]
}
