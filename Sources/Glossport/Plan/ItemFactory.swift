/// Makes items out of records.
package enum ItemFactory {
    /// The items of a catalog, by message and locale, and how many records are too incomplete to make one.
    ///
    /// - Parameters:
    ///   - catalog: The records.
    ///   - project: The app, and each message's settings.
    /// - Returns: The items in the catalog's order.
    package static func items(of catalog: Catalog, for project: Project) -> (items: [Item], incomplete: Int) {
        var items: [Item] = []
        var incomplete = 0
        for record in catalog.records {
            let settings = project.messages[record.message] ?? Project.Message()
            guard let header = record.text(.header), let body = record.text(.body) else {
                incomplete += 1
                continue
            }
            let content = MessageContent(header: header, body: body, headerPosition: settings.headerPosition)
            let identity = MessageIdentity.derive(
                app: project.app,
                message: record.message,
                locale: record.locale.code,
                content: content
            )
            items.append(
                Item(
                    id: identity.id,
                    message: record.message,
                    locale: record.locale.code,
                    content: content,
                    digest: identity.digest,
                    source: record.location
                )
            )
        }
        return (items, incomplete)
    }
}
