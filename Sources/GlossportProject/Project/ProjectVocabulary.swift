/// The names that a project file gives to things, for a shell that completes them.
///
/// As many as can be made out: a file that is being written is seldom whole, and what is wrong with it is for
/// ``ProjectFile`` to say.
package struct ProjectVocabulary: Sendable, Hashable {
    /// The messages, in file order.
    package private(set) var messages: [String] = []
    /// The products that have a default, in file order, each once.
    package private(set) var products: [String] = []
    /// The locales that are expected.
    package private(set) var locales: [String] = []
    /// The readers that are listed; none is run.
    package private(set) var readers: [String] = []

    /// - Parameters:
    ///   - text: The file's content.
    ///   - path: Its path.
    package init(_ text: String, path: String) {
        for entry in YAMLNode.parse(text, problems: ProblemList(path: path))?.mapping ?? [] {
            let entries = entry.value.mapping ?? []
            switch entry.key {
            case "messages":
                messages = entries.map(\.key)
                for message in entries { addProducts(of: message.value) }
            case "locales":
                let expected = entries.first { $0.key == "expected" }?.value.sequence ?? []
                locales = expected.compactMap { $0.isNothing ? nil : $0.text }
            case "readers":
                readers = entries.map(\.key)
            default: break
            }
        }
    }

    /// Adds the names of a file that this one extends.
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
