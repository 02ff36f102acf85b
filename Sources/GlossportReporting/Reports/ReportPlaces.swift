import GlossportChecking
import GlossportProject
import GlossportReading

/// Finds places within the repository.
struct ReportPlaces {
    private let review: Review
    private let folder: RepositoryFolder
    private let project: ProjectPlaces?
    private let files: Set<String>

    init(_ review: Review, _ context: Report.Context) {
        self.review = review
        folder = context.folder
        project = context.project
        files = Set(review.collected.files.map(\.path)).union(review.collected.sources.map(\.path))
    }

    /// The file on the disk that a place is in, and what is behind its name: a file in an archive, or a sheet.
    ///
    /// Whatever is there was named by a vendor, so it is not part of any path.
    private func divided(_ path: String) -> (file: String, inner: String?) {
        // By bytes: a combining accent makes another character of the slash before it.
        for slash in path.utf8.indices where path.utf8[slash] == UInt8(ascii: "/") {
            guard let file = String(path.utf8[..<slash]), files.contains(file) else { continue }
            return (file, String(path.utf8[path.utf8.index(after: slash)...]))
        }
        return (path, nil)
    }

    /// The place of a finding; of one without, where the project file asks for what is missing.
    func place(of finding: Finding) -> ReportedFinding.Place? {
        let asked =
            finding.location ?? review.record(of: finding)?.location
            ?? finding.message.flatMap { project?.messages[$0] } ?? finding.locale.flatMap { project?.locales[$0] }
            ?? project?.file
        if let asked { return place(asked) }
        return review.collected.files.first.map { place($0.path) }
    }

    /// The beginning of a file.
    func place(_ path: String) -> ReportedFinding.Place {
        var place = place(SourceLocation(path: path, line: 1, column: 1))
        place.description.removeLast(":1:1".count)
        return place
    }

    func place(_ location: SourceLocation) -> ReportedFinding.Place {
        let (file, inner) = divided(location.path)
        let path = folder.path(of: file)
        let shown = [path, inner].compactMap(\.self).joined(separator: "/")
        return ReportedFinding.Place(
            path: path,
            innerPath: inner,
            line: inner == nil ? max(1, location.line) : 1,
            column: inner == nil ? max(1, location.column) : 1,
            description: "\(shown):\(location.line):\(location.column)".namingUnprintables()
        )
    }
}

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
