/// The folder that reports' paths are relative to, so that a code host finds the files.
package struct RepositoryFolder: Sendable {
    private let root: [Substring]
    private let current: [Substring]

    /// - Parameters:
    ///   - root: The repository's folder, from the disk's root.
    ///   - current: The folder that paths of findings are relative to, likewise.
    package init(root: String, current: String) {
        self.root = root.split(separator: "/")
        self.current = current.split(separator: "/")
    }

    /// A path from the repository's folder; from the disk's root, with a slash, if it lies elsewhere.
    package func path(of path: String) -> String {
        var parts = path.hasPrefix("/") ? [] : current
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        guard parts.count > root.count, parts.starts(with: root) else { return "/" + parts.joined(separator: "/") }
        return parts[root.count...].joined(separator: "/")
    }
}
