import GlossportChecking
import GlossportProject
import GlossportReading

struct ReportPlaces {
    private let review: Review
    private let folder: RepositoryFolder
    private let project: ProjectVocabulary?
    private let files: Set<String>

    init(_ review: Review, _ context: Report.Context) {
        self.review = review
        folder = context.folder
        project = context.project
        files = Set(review.collected.files.map(\.path)).union(review.collected.sources.map(\.path))
    }

    /// Splits a path into the file on the disk and the part inside it: a file in an archive, or a sheet.
    ///
    /// The vendor named the inner part, so it must not be part of a path on the disk.
    private func divided(_ path: String) -> (file: String, inner: String?) {
        // Compares bytes, because a combining accent after a slash forms one character with it.
        for slash in path.utf8.indices where path.utf8[slash] == UInt8(ascii: "/") {
            guard let file = String(path.utf8[..<slash]), files.contains(file) else { continue }
            return (file, String(path.utf8[path.utf8.index(after: slash)...]))
        }
        return (path, nil)
    }

    /// The place of a finding; if it has none, the nearest substitute.
    ///
    /// That is, in this order, the place of its record, the project file's entry for its message or locale, the project
    /// file, or a delivered file.
    func place(of finding: Finding) -> ReportedFinding.Place? {
        let asked =
            finding.location ?? review.record(of: finding)?.location
            ?? finding.message.flatMap { project?.messagePlaces[$0] }
            ?? finding.locale.flatMap { project?.localePlaces[$0] } ?? project?.file
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

/// The base of the paths in reports, so that a code host finds the files.
package struct RepositoryFolder: Sendable {
    private let root: [Substring]
    private let current: [Substring]

    /// - Parameters:
    ///   - root: The absolute path of the repository's folder.
    ///   - current: The absolute path of the base of the findings' paths.
    package init(root: String, current: String) {
        self.root = root.split(separator: "/")
        self.current = current.split(separator: "/")
    }

    /// Converts a path to one relative to the repository; outside of it, to an absolute path.
    package func path(of path: String) -> String {
        var parts = path.hasPrefix("/") ? [] : current
        for part in path.split(separator: "/") where part != "." {
            if part == ".." { _ = parts.popLast() } else { parts.append(part) }
        }
        guard parts.count > root.count, parts.starts(with: root) else { return "/" + parts.joined(separator: "/") }
        return parts[root.count...].joined(separator: "/")
    }
}
