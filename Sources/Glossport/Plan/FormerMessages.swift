package import GlossportProject

/// The previous uploads, for comparison with a plan.
///
/// The service does not return the contents of its messages, so the journal is the only source.
package struct FormerMessages: Sendable {
    private var uploaded: [MessageName: [Item]] = [:]
    private var messages: Set<String> = []
    private var locales: Set<String> = []
    private var paths: [ServiceID: String] = [:]

    /// - Parameter records: Every item of the destination, sorted by message, locale and age.
    package init(_ records: [ItemRecord] = []) {
        for record in records {
            let item = record.item
            if let image = item.image {
                paths[item.id] = image.path
            } else if record.state == .uploaded {
                uploaded[MessageName(message: item.message, locale: item.locale), default: []].append(item)
                messages.insert(item.message)
                locales.insert(item.locale)
            }
        }
    }

    /// The newest uploaded message with the same name and locale, other than the item itself.
    package func former(of item: Item) -> Item? {
        uploaded[MessageName(message: item.message, locale: item.locale)]?.last { $0.id != item.id }
    }

    package func contains(message: String) -> Bool { messages.contains(message) }

    package func contains(locale: String) -> Bool { locales.contains(locale) }

    /// The path of an image's file when the image was first planned.
    package func path(of image: ServiceID) -> String? { paths[image] }
}
