import GlossportChecking
import GlossportReading

/// Reads files without a project: no catalog, no rules.
struct FileListing {
    private let files: [String]
    private let options: ReadingOptions

    init(_ files: [String], options: ReadingOptions) {
        self.files = files
        self.options = options
    }

    /// Hands out every unit with its format's id.
    func read(_ body: @escaping (TranslationUnit, String) -> Void) throws -> Collected {
        // With an observer the collector keeps nothing, so that a file of any size can be looked at.
        let workspace = try Workspace(files: files, options)
        var collector = Collector(
            registry: workspace.registry,
            project: workspace.project,
            archives: Readers.archives,
            followsLinks: !Trust.isUntrusted,
            observer: body
        )
        for delivery in workspace.project.deliveries { try collector.add(delivery, relativeTo: "") }
        return collector.finish()
    }
}
