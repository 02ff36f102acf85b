package import GlossportReading

/// A file that a project file extends, with settings that several projects share.
package struct ProjectBase: Sendable, Hashable {
    static let key = "extends"
    /// Keys that cannot be shared: identity, deliveries, accepted findings, and programs to run.
    private static let ownKeys = ["app", "deliveries", "accept", "readers"]

    package var path: String
    /// The file's folder, relative to the project file's folder.
    package var folder: String
    package var text: String

    /// Whether each project must set a key itself instead of sharing it.
    ///
    /// This applies to a journal's path, but not to a database URL, because a database separates apps.
    static func isOwn(_ entry: YAMLNode.Entry) -> Bool {
        guard entry.key == "journal", let text = entry.value.text else { return ownKeys.contains(entry.key) }
        return if case .file? = try? JournalLocation(text) { true } else { false }
    }

    package init(path: String, folder: String, text: String) {
        self.path = path
        self.folder = folder
        self.text = text
    }

    /// Returns the file that a project file extends.
    ///
    /// - Parameters:
    ///   - text: The file's content. Its errors are ignored here; ``ProjectFile`` reports them.
    ///   - path: The path of the file, for the returned place.
    /// - Returns: The extended path and its place; `nil` if the file extends no other.
    package static func extended(in text: String, path: String) -> (path: String, place: SourceLocation)? {
        guard text.contains(key),
            let entries = YAMLNode.parse(text, problems: ProblemList(path: path))?.mapping,
            let value = entries.first(where: { $0.key == key })?.value, !value.isNothing, let base = value.text
        else { return nil }
        return (base, value.location)
    }
}

extension ProjectFile {
    /// The bundle ID in a file that may contain errors; `nil` if the file has none.
    package static func app(in text: String, path: String) -> String? {
        let entries = YAMLNode.parse(text, problems: ProblemList(path: path))?.mapping
        return entries?.first { $0.key == "app" }?.value.text.flatMap { Project.isBundleID($0) ? $0 : nil }
    }

    /// The merged content of the extended files; `nil` if there are none or one cannot be parsed.
    static func base(_ bases: [ProjectBase], _ problems: ProblemList) -> YAMLNode? {
        var result: YAMLNode?
        for base in bases.reversed() {
            guard let node = YAMLNode.parse(base.text, problems: problems.list(for: base)) else { return nil }
            guard let entries = node.mapping else {
                node.report("Expected a group of keys, not \(node.kindInWords).", "Write `key: value` lines.")
                return nil
            }
            for entry in entries where ProjectBase.isOwn(entry) {
                entry.keyNode.report(
                    entry.key == "journal"
                        ? "A journal's file can't be shared; a database can."
                        : "The key “\(entry.key)” can't be shared: each project has its own.",
                    "Move it to the project files that extend this one."
                )
            }
            result = result.map { node.extending($0) } ?? node
        }
        return result
    }
}
