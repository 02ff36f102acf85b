import GlossportReading

/// Finds places within the repository.
struct ReportPlaces {
    private let review: Review
    private let folder: RepositoryFolder
    private let project: ProjectPlaces?
    private let archives: [String]

    init(_ review: Review, _ context: Report.Context) {
        self.review = review
        folder = context.folder
        project = context.project
        let files = Set(review.collected.files.map(\.path))
        // A source that was opened but not read by a reader was an archive.
        archives = review.collected.sources.map(\.path).filter { !files.contains($0) }
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
        place.description = folder.path(of: path).namingUnprintables()
        return place
    }

    func place(_ location: SourceLocation) -> ReportedFinding.Place {
        let description = "\(folder.path(of: location.path)):\(location.line):\(location.column)".namingUnprintables()
        guard let archive = archives.first(where: { location.path.hasPrefix($0 + "/") }) else {
            return ReportedFinding.Place(
                path: folder.path(of: location.path),
                line: max(1, location.line),
                column: max(1, location.column),
                description: description
            )
        }
        return ReportedFinding.Place(
            path: folder.path(of: archive),
            innerPath: String(location.path.dropFirst(archive.count + 1)),
            line: 1,
            column: 1,
            description: description
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
