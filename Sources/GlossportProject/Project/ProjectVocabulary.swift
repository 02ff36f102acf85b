package import GlossportReading

/// The names in a project file, for shell completion, and their places, for findings about something that is missing.
///
/// The file may be incomplete, so this collects as many names as possible; ``ProjectFile`` reports errors.
package struct ProjectVocabulary: Sendable, Hashable {
    package private(set) var messages: [String] = []
    /// The products that have a default, in file order, without repetitions.
    package private(set) var products: [String] = []
    package private(set) var locales: [String] = []
    /// The listed readers; completion runs none of them.
    package private(set) var readers: [String] = []
    package let file: SourceLocation
    package private(set) var messagePlaces: [String: SourceLocation] = [:]
    package private(set) var localePlaces: [String: SourceLocation] = [:]

    package init(_ text: String, path: String) {
        file = SourceLocation(path: path, line: 1, column: 1)
        for entry in YAMLNode.parse(text, problems: ProblemList(path: path))?.mapping ?? [] {
            let entries = entry.value.mapping ?? []
            switch entry.key {
            case "messages":
                messages = entries.map(\.key)
                for message in entries {
                    messagePlaces[message.key] = message.keyNode.location
                    addProducts(of: message.value)
                }
            case "locales":
                let expected = entries.first { $0.key == "expected" }?.value.sequence ?? []
                for locale in expected where !locale.isNothing {
                    guard let code = locale.text else { continue }
                    locales.append(code)
                    localePlaces[code] = locale.location
                }
            case "readers":
                readers = entries.map(\.key)
            default: break
            }
        }
    }

    package mutating func extend(_ base: ProjectVocabulary) {
        messages += base.messages.filter { !messages.contains($0) }
        products += base.products.filter { !products.contains($0) }
        readers += base.readers.filter { !readers.contains($0) }
        if locales.isEmpty { locales = base.locales }
    }

    private mutating func addProducts(of message: YAMLNode) {
        let list = message.mapping?.first { $0.key == "defaultFor" }?.value.sequence ?? []
        for product in list.compactMap({ $0.isNothing ? nil : $0.text }) where !products.contains(product) {
            products.append(product)
        }
    }
}
