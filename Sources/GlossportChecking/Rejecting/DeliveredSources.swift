import GlossportReading

/// Finds delivered files again, each with the bytes that were read.
struct DeliveredSources {
    private let sources: [SourceFile]
    private let archives: ArchiveOpener?
    private var opened: [String: [String: SourceFile]] = [:]

    init(_ sources: [SourceFile], _ archives: ArchiveOpener?) {
        self.sources = sources
        self.archives = archives
    }

    /// The file in memory; `nil` if no delivery has it.
    ///
    /// - Throws: ``GlossportError`` if it has changed, or can't be read any more.
    mutating func file(at path: String) throws -> SourceFile? {
        if let source = sources.first(where: { $0.path == path }) {
            // Beyond what can be cut, which the cutter says.
            guard let bytes = try source.bytes(atMost: CuttableText.sizeLimit) else { return source }
            var file = SourceFile(path: path, bytes: bytes)
            file.bundleLocale = source.bundleLocale
            return file
        }
        guard let archives, let archive = sources.first(where: { path.hasPrefix($0.path + "/") }) else { return nil }
        if opened[archive.path] == nil {
            var skipped: [String: Int] = [:]
            let files = try archives.open(archive).files
            let translations = LocalizationBundles(of: files).translations(among: files, skipped: &skipped)
            opened[archive.path] = Dictionary(
                translations.map { ($0.path, $0) },
                uniquingKeysWith: { first, _ in first }
            )
        }
        return opened[archive.path]?[path]
    }
}
