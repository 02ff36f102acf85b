package import GlossportChecking
private import GlossportReading

/// All that an import of a project reads: the project file and what it extends, deliveries, pictures, glossaries.
package struct ProjectInput: Sendable {
    /// The project file.
    private let text: String
    /// The files it extends, the nearest first.
    private let bases: [ProjectBase]
    /// The project; `nil` if the file is invalid.
    private let project: Project?
    /// Where the project file is; empty for the current folder.
    private let folder: String
    /// The same, to keep what the project names from leading elsewhere.
    private let home: ProjectFolder

    /// - Parameters:
    ///   - text: The project file.
    ///   - bases: The files that it extends, the nearest first.
    ///   - project: The project; `nil` if the files are invalid.
    ///   - folder: Where the project file is; empty for the current folder.
    package init(text: String, bases: [ProjectBase], project: Project?, folder: String) {
        self.text = text
        self.bases = bases
        self.project = project
        self.folder = folder
        home = ProjectFolder(folder, extended: bases.map { ProjectFolder.location(of: $0.folder, in: folder) })
    }

    /// The digest of all of it.
    ///
    /// Credentials are left out, for they differ from machine to machine. A file that is not there, can't be read, or is outside the
    /// project's folder counts as such: an import refuses it.
    ///
    /// - Parameters:
    ///   - digests: The known digests of files.
    ///   - now: The present moment.
    /// - Returns: The same on every machine with the same files.
    /// - Throws: `CancellationError`.
    package func digest(_ digests: inout FileDigests, at now: Timestamp) throws -> InputDigest {
        var parts = [ProjectFile.without("credentials", in: text)]
        for base in bases {
            parts += [Array(base.folder.utf8), ProjectFile.without("credentials", in: base.text)]
        }
        for path in try paths() {
            let sha256 = try Self.unlessCancelled {
                try home.check(path, at: nil)
                return try digests.sha256(of: location(path), shown: path, at: now)
            }
            parts += [Array(path.utf8), sha256 ?? Array("unreadable".utf8)]
        }
        return InputDigest(of: parts)
    }

    /// Every file, relative to the project file, in the order in which an import comes to it.
    private func paths() throws -> [String] {
        guard let project else { return [] }
        let deliveries = try project.deliveries.flatMap { try walk($0.path) }
        let settings = project.messages.sorted { $0.key < $1.key }.map(\.value)
        let patterns = settings.flatMap { [$0.image].compactMap(\.self) + $0.bullets }
        var pictures: [String] = []
        for pattern in patterns {
            let isOneFile = !pattern.text.contains("{")
            let found =
                isOneFile ? [pattern.text] : try walk(pattern.folder).filter { $0.lowercased().hasSuffix(".png") }
            pictures += found.filter { !pictures.contains($0) }
        }
        return deliveries + pictures + project.terms.files
    }

    private func location(_ path: String) -> String { ProjectFolder.location(of: path, in: folder) }

    /// The files of a file or folder; itself if there is nothing, or it leads elsewhere.
    private func walk(_ path: String) throws -> [String] {
        let named = path.isEmpty ? "." : path
        return try Self.unlessCancelled {
            try home.check(named, at: nil)
            return try DeliveryWalk(path: named, at: location(named)).files.map(\.path)
        } ?? [named]
    }

    private static func unlessCancelled<Value>(_ body: () throws -> Value) throws -> Value? {
        do { return try body() } catch let error as CancellationError { throw error } catch { return nil }
    }
}
