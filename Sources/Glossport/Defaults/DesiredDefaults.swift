package import GlossportProject
import GlossportReading

package enum DesiredDefaults {
    /// The defaults that a project wants for the items of a catalog: one for each item and product.
    ///
    /// - Throws: ``GlossportError`` with code `invalidProject` if two messages are declared as defaults of the same
    ///   product.
    package static func of(_ items: [Item], for project: Project) throws -> [DesiredDefault] {
        var owners: [String: String] = [:]
        for (message, settings) in project.messages.sorted(by: { $0.key < $1.key }) {
            for product in settings.defaultFor {
                guard let other = owners.updateValue(message, forKey: product), other != message else { continue }
                throw GlossportError(
                    .invalidProject,
                    "\(other) and \(message) are both defaults for \(product).",
                    remedy: "A product shows one default message in each locale: remove it from one `defaultFor`."
                )
            }
        }
        return items.flatMap { item in
            slots(of: item, for: project).map { DesiredDefault($0, message: item.message, item: item.id) }
        }
    }

    /// The slots that should show an item, according to a project.
    package static func slots(of item: Item, for project: Project) -> [DefaultSlot] {
        (project.messages[item.message]?.defaultFor ?? []).map { DefaultSlot(product: $0, locale: item.locale) }
    }
}

extension Project {
    /// The given messages that no product shows, neither as a default nor beside an offer or a plan, sorted by name.
    package func unshown(among names: some Sequence<String>) -> [String] {
        Set(names).filter { name in
            let message = messages[name] ?? Message()
            return message.kind == .text && message.defaultFor.isEmpty
        }.sorted()
    }
}
