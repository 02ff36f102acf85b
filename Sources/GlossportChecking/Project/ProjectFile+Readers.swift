private import CLibrary
import GlossportReading

extension ProjectFile {
    /// The readers that a file lists; its other keys are ignored.
    ///
    /// They have to be known before the rest is read, which is checked against what they say of themselves.
    ///
    /// - Parameters:
    ///   - text: A project file, or the user's own list of readers.
    ///   - path: Its path.
    ///   - isOwn: Whether it is the user's own list, which may have several programs of one id.
    /// - Returns: The readers, in file order.
    /// - Throws: ``ProjectFileError`` with what is wrong with the list.
    package static func readers(in text: String, path: String, isOwn: Bool = false) throws -> [ListedReader] {
        // Nearly no project lists any.
        guard text.contains("readers") else { return [] }
        let problems = ProblemList(path: path)
        // Invalid YAML is reported when the whole file is read.
        guard let root = YAMLNode.parse(text, problems: problems), let entries = root.mapping,
            let list = entries.first(where: { $0.key == "readers" }), !list.value.isNothing,
            let section = YAMLMapping(list.value)
        else { return [] }
        let readers = readers(section, problems, relativeTo: ProjectFolder.folder(of: path), isOwn: isOwn)
        guard problems.isEmpty else { throw ProjectFileError(problems: problems.sorted) }
        return readers
    }

    /// The folders and files that others write to, from which nothing is run: those of the deliveries and of the journal.
    ///
    /// - Parameters:
    ///   - text: A project file.
    ///   - path: Its path.
    /// - Returns: Their paths, in which what is relative begins with the file's folder.
    package static func foldersOfOthers(in text: String, path: String) -> [String] {
        guard let entries = YAMLNode.parse(text, problems: ProblemList(path: path))?.mapping else { return [] }
        func value(_ key: String, of entries: [(key: String, value: YAMLNode, keyNode: YAMLNode)]) -> YAMLNode? {
            entries.first { $0.key == key }?.value
        }
        let deliveries = value("deliveries", of: entries)?.sequence ?? []
        var paths = deliveries.compactMap { $0.mapping.flatMap { value("path", of: $0)?.text } }
        let journal = value("journal", of: entries)?.text.flatMap { try? JournalLocation($0) } ?? .standard
        if case .file(let path) = journal {
            let folder = ProjectFolder.folder(of: path)
            if !["", "/"].contains(folder) { paths.append(folder) }
        }
        let folder = ProjectFolder.folder(of: path)
        return paths.map { path in
            let location = ProjectFolder.location(of: path, in: folder)
            var status = stat()
            guard stat(location, &status) == 0, status.st_mode & S_IFMT != S_IFDIR else { return location }
            // A vendor who delivers one file may deliver another beside it; but the project's own folder is not the
            // vendor's.
            let deliveryFolder = ProjectFolder.folder(of: location)
            return deliveryFolder == folder ? location : deliveryFolder
        }
    }

    static func readers(
        _ section: YAMLMapping,
        _ problems: ProblemList,
        relativeTo folder: String,
        isOwn: Bool = false
    ) -> [ListedReader] {
        section.entries.compactMap { key, node in
            let id = isOwn ? String(key.prefix { $0 != "@" }) : key
            guard FormatDescription.isID(id) else {
                node.report("“\(id)” is not a valid name of a reader.", "Use lower-case letters, digits and hyphens.")
                return nil
            }
            guard let entry = YAMLMapping(node) else { return nil }
            let command = entry.list("command").compactMap(\.text)
            var reader = ListedReader(id: id, command: command, folder: folder)
            reader.key = key
            reader.place = node.location
            if command.first?.isEmpty ?? true {
                node.report("The reader “\(id)” has no command.", "Write `command: [glossport-reader-\(id)]`.")
            }
            if let hash = entry.string("sha256") {
                reader.sha256 = hash.lowercased()
                if hash.utf8.count != 64 || !hash.allSatisfy(\.isHexDigit) {
                    entry.report(
                        "sha256",
                        "This is not a SHA-256.",
                        "Run `glossport plugin trust \(id)` to write it."
                    )
                }
            }
            reader.sandbox = entry.choice("sandbox", ListedReader.Sandbox.self) ?? .strict
            if let limits = entry.mapping("limits") {
                if let text = limits.string("memory") {
                    reader.memory = limits.checked(text, "memory", bytes) ?? reader.memory
                }
                if let text = limits.string("time") {
                    reader.time = limits.checked(text, "time", duration) ?? reader.time
                }
                limits.finish()
            }
            reader.grants = entry.list("grant").compactMap { node in
                guard let text = node.text else { return nil }
                if text == "processes" || text.hasPrefix("runtime:/") { return text }
                node.report("“\(text)” is not a permission.", "Use processes or runtime:/path/of/a/folder.")
                return nil
            }
            entry.finish()
            return reader
        }
    }

    /// `512MiB` in bytes, from 16 MiB to 64 GiB.
    private static func bytes(_ text: String) -> Int? {
        let units = [("MiB", 1 << 20), ("GiB", 1 << 30)]
        guard let unit = units.first(where: { text.hasSuffix($0.0) }), let count = Int(text.dropLast(3)),
            1...65_536 ~= count
        else { return nil }
        let bytes = count * unit.1
        return (16 << 20)...(64 << 30) ~= bytes ? bytes : nil
    }

    /// `60s` or `5m`, from a second to an hour.
    private static func duration(_ text: String) -> Duration? {
        guard let count = Int(text.dropLast()), let unit = ["s": 1, "m": 60][text.suffix(1)],
            1...3_600 ~= count, 1...3_600 ~= count * unit
        else { return nil }
        return .seconds(count * unit)
    }
}
