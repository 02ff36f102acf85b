import GlossportReading

extension ProjectFile {
    /// The plugins that a project file lists; its other keys are ignored.
    ///
    /// Plugins are loaded before the rest is parsed, because their descriptions are needed to validate it.
    ///
    /// - Parameters:
    ///   - text: A project file.
    ///   - path: Its path.
    /// - Returns: The plugins, in file order.
    /// - Throws: ``ProjectFileError`` if an entry is invalid. Other problems, such as invalid YAML, are left to
    ///   ``parse(_:path:bases:ruleIDs:formats:)``.
    package static func readers(in text: String, path: String) throws -> [ListedReader] {
        // Fast path: few projects list any.
        guard text.contains("readers") else { return [] }
        let problems = ProblemList(path: path)
        guard let root = YAMLNode.parse(text, problems: problems), let entries = root.mapping,
            let list = entries.first(where: { $0.key == "readers" }), !list.value.isNothing,
            let section = YAMLMapping(list.value)
        else { return [] }
        let readers = readers(section, relativeTo: ProjectFolder.folder(of: path))
        guard problems.isEmpty else { throw ProjectFileError(problems: problems.sorted) }
        return readers
    }

    static func readers(_ section: YAMLMapping, relativeTo folder: String) -> [ListedReader] {
        section.entries.compactMap { id, node in
            guard FormatDescription.isID(id) else {
                node.report("“\(id)” is not a valid name of a reader.", "Use lower-case letters, digits and hyphens.")
                return nil
            }
            guard let program = node.text, !program.isEmpty, !node.isNothing else {
                node.report(
                    "The reader “\(id)” has no program.",
                    "Write the path of a plugin, such as `\(id): tools/glossport-reader-\(id)`."
                )
                return nil
            }
            return ListedReader(
                id: id,
                program: ProjectFolder.location(of: program, in: folder),
                place: node.location
            )
        }
    }
}
