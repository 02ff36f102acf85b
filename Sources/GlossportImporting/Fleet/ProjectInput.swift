package import GlossportChecking
private import GlossportReading

/// All that an import of a project reads: the project file and what it extends, deliveries, pictures, glossaries.
package struct ProjectInput: Sendable {
    /// The project file.
    private let text: String
    /// What it extends, the nearest first.
    private let bases: [ProjectBase]
    /// What the file says; `nil` if it makes no sense.
    private let project: Project?
    /// Where the project file is; empty for the current folder.
    private let folder: String

    /// - Parameters:
    ///   - text: The project file.
    ///   - bases: The files that it extends, the nearest first.
    ///   - project: What they say; `nil` if that makes no sense.
    ///   - folder: Where the project file is; empty for the current folder.
    package init(text: String, bases: [ProjectBase], project: Project?, folder: String) {
        self.text = text
        self.bases = bases
        self.project = project
        self.folder = folder
    }

    /// The digest of all of it.
    ///
    /// Credentials are left out, for they differ from machine to machine. A file that is not there, or can't be read, counts as such.
    ///
    /// - Parameters:
    ///   - digests: What is known of files.
    ///   - now: The present moment.
    /// - Returns: The same on every machine with the same files.
    package func digest(_ digests: inout FileDigests, at now: Timestamp) -> InputDigest {
        var parts = [ProjectFile.without("credentials", in: text)]
        for base in bases {
            parts += [Array(base.folder.utf8), ProjectFile.without("credentials", in: base.text)]
        }
        for path in paths {
            let sha256 = try? digests.sha256(of: location(path), shown: path, at: now)
            parts += [Array(path.utf8), sha256 ?? Array("unreadable".utf8)]
        }
        return InputDigest(of: parts)
    }

    /// Every file, relative to the project file, in the order in which an import comes to it.
    private var paths: [String] {
        guard let project else { return [] }
        let deliveries = project.deliveries.flatMap { walk($0.path) }
        let settings = project.messages.sorted { $0.key < $1.key }.map(\.value)
        let patterns = settings.flatMap { [$0.image].compactMap(\.self) + $0.bullets }
        var pictures: [String] = []
        for pattern in patterns {
            let isOneFile = !pattern.text.contains("{")
            let found = isOneFile ? [pattern.text] : walk(pattern.folder).filter { $0.lowercased().hasSuffix(".png") }
            pictures += found.filter { !pictures.contains($0) }
        }
        return deliveries + pictures + project.terms.files
    }

    private func location(_ path: String) -> String { ProjectFolder.location(of: path, in: folder) }

    /// The files of a file or folder; itself if there is nothing.
    private func walk(_ path: String) -> [String] {
        let named = path.isEmpty ? "." : path
        return (try? DeliveryWalk(path: named, at: location(named)))?.files.map(\.path) ?? [named]
    }
}
