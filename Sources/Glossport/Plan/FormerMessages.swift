package import GlossportProject

/// The previous uploads by message and locale, with which a plan is compared.
///
/// The service does not tell what its messages say, so the journal's word is all there is.
package struct FormerMessages: Sendable {
    private var uploaded: [Place: [Item]] = [:]
    private var messages: Set<String> = []
    private var locales: Set<String> = []
    private var paths: [ServiceID: String] = [:]

    private struct Place: Hashable {
        var message, locale: String
    }

    /// - Parameter records: Every item of the destination, by message, locale and age.
    package init(_ records: [ItemRecord] = []) {
        for record in records {
            let item = record.item
            if let image = item.image {
                paths[item.id] = image.path
            } else if record.state == .uploaded {
                uploaded[Place(message: item.message, locale: item.locale), default: []].append(item)
                messages.insert(item.message)
                locales.insert(item.locale)
            }
        }
    }

    /// The newest message of the same name and locale that was uploaded, if it is another one.
    package func former(of item: Item) -> Item? {
        uploaded[Place(message: item.message, locale: item.locale)]?.last { $0.id != item.id }
    }

    /// Whether the message was uploaded before, in any locale.
    package func contains(message: String) -> Bool { messages.contains(message) }

    /// Whether any message was uploaded before in the locale.
    package func contains(locale: String) -> Bool { locales.contains(locale) }

    /// The file of an image, as it was when it was uploaded.
    package func path(of image: ServiceID) -> String? { paths[image] }
}
