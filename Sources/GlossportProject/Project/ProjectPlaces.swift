package import GlossportReading

/// The places where a project file requires messages and locales, so that a finding about a missing one has a place.
package struct ProjectPlaces: Sendable, Hashable {
    package var file: SourceLocation
    package private(set) var messages: [String: SourceLocation] = [:]
    package private(set) var locales: [String: SourceLocation] = [:]

    /// - Parameters:
    ///   - text: The file's content. Its errors are ignored here; ``ProjectFile`` reports them.
    ///   - path: Its path.
    package init(_ text: String, path: String) {
        file = SourceLocation(path: path, line: 1, column: 1)
        let problems = ProblemList(path: path)
        for entry in YAMLNode.parse(text, problems: problems)?.mapping ?? [] {
            switch entry.key {
            case "messages":
                for message in entry.value.mapping ?? [] { messages[message.key] = message.keyNode.location }
            case "locales":
                let expected = entry.value.mapping?.first { $0.key == "expected" }?.value.sequence ?? []
                for locale in expected where !locale.isNothing {
                    if let code = locale.text { locales[code] = locale.location }
                }
            default: break
            }
        }
    }
}
