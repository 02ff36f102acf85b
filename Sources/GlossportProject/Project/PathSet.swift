/// A set of paths, which also contains the other paths of the same files and folders.
package struct PathSet: Sendable {
    /// The paths' components as written, for files in archives and files that do not exist yet.
    private let names: Set<[Substring]>
    private let targets: Set<PathTarget>

    package init(_ paths: [String]) {
        names = Set(paths.map { ProjectFolder.parts(of: $0) })
        targets = Set(paths.compactMap { PathTarget($0) })
    }

    /// Whether a path is in the set; its components are those that ``ProjectFolder/parts(of:)`` returns.
    package func contains(_ parts: [Substring]) -> Bool {
        if names.contains(parts) { return true }
        guard !targets.isEmpty, let target = PathTarget(ProjectFolder.path(of: parts)) else { return false }
        return targets.contains(target)
    }
}
