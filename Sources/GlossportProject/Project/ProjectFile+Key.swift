import GlossportReading

extension ProjectFile {
    /// Removes a top-level key and its value from a project file; the rest is unchanged byte by byte.
    ///
    /// The text stays unchanged unless every top-level key begins its own line. Comments after the value are removed
    /// with it.
    ///
    /// - Parameters:
    ///   - key: A top-level key, such as `credentials`.
    ///   - text: The file's content.
    /// - Returns: The lines before the key, and those from the next top-level key on.
    package static func without(_ key: String, in text: String) -> [UInt8] {
        let bytes = Array(text.utf8)
        guard text.contains(key), let entries = YAMLNode.parse(text, problems: ProblemList(path: ""))?.mapping,
            let index = entries.firstIndex(where: { $0.key == key })
        else { return bytes }
        let places = entries.map(\.keyNode.location)
        guard places.allSatisfy({ $0.column == 1 }) else { return bytes }
        var lines: [Int] = [0]
        for (offset, byte) in bytes.enumerated() where byte == 0x0A { lines.append(offset + 1) }
        let start = places[index].line - 1
        let end = places.indices.contains(index + 1) ? places[index + 1].line - 1 : lines.count
        guard lines.indices.contains(start) else { return bytes }
        return Array(bytes[..<lines[start]]) + (lines.indices.contains(end) ? Array(bytes[lines[end]...]) : [])
    }

    /// The environment in a file that may contain errors.
    ///
    /// - Parameters:
    ///   - text: The file's content.
    ///   - path: Its path.
    ///   - bases: The files that it extends, the nearest first.
    /// - Returns: `nil` if no file sets an environment, or the nearest one that does names an unknown one.
    package static func environment(in text: String, path: String, bases: [ProjectBase]) -> ServiceEnvironment? {
        let environments = ([(path, text)] + bases.map { ($0.path, $0.text) }).lazy.compactMap { path, text in
            let entries = YAMLNode.parse(text, problems: ProblemList(path: path))?.mapping
            return entries?.first { $0.key == "environment" && !$0.value.isNothing }?.value.text
        }
        return environments.first.flatMap(ServiceEnvironment.init(rawValue:))
    }
}
