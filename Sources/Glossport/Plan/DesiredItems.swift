import GlossportChecking
package import GlossportProject

/// The items that a catalog requires at the service.
package struct DesiredItems: Sendable {
    /// One item for each distinct image, sorted by path.
    package var images: [Item] = []
    /// Sorted by message and locale.
    package var messages: [Item] = []
    /// The number of records that lack a text or an image, without copies of them.
    package var incomplete = 0
    /// The names of the incomplete records, including copies of them.
    var incompleteNames: [MessageName] = []
    var imageFiles = ImageFiles()

    package var items: [Item] { images + messages }

    /// The text of each message and locale, as the journal records it.
    package func delivered(for project: Project) -> [MessageName: DeliveredText] {
        var texts: [MessageName: DeliveredText] = [:]
        func add(_ name: MessageName, _ id: ServiceID?) {
            texts[name] = DeliveredText(id, isExpected: project.names(locale: name.locale))
        }
        for name in incompleteNames { add(name, nil) }
        for item in messages { add(MessageName(message: item.message, locale: item.locale), item.id) }
        return texts
    }

    package init(messages: [Item] = [], incomplete: Int = 0) {
        self.messages = messages
        self.incomplete = incomplete
    }
}

extension DesiredItems {
    /// Assembles the texts that customers would read: one element for each locale that has any, sorted by locale.
    package func texts(for app: String) -> [LocaleTexts] {
        let images = Dictionary(
            images.compactMap { item in item.image.map { (item.id, $0.sha256) } },
            uniquingKeysWith: { first, _ in first }
        )
        return Dictionary(grouping: messages, by: \.locale).map { locale, items in
            let contents = items.compactMap { item in item.texts.map { (item.message, $0) } }
            var texts = LocaleTexts(
                app: app,
                locale: locale,
                messages: Dictionary(contents, uniquingKeysWith: { first, _ in first }),
                images: images
            )
            texts.copiedFrom = Set(items.compactMap(\.copiedFrom)).sorted()
            return texts
        }
        .sorted { $0.locale < $1.locale }
    }
}

extension ApprovalStatus {
    /// The approval status of each locale that has desired items.
    package static func wanted(
        _ items: DesiredItems,
        in journal: Journal,
        at destination: Destination
    ) async throws -> [ApprovalStatus] {
        of(items.texts(for: destination.app), approvals: try await journal.read(at: destination) { $0.approvals })
            .filter { $0.texts != nil }
    }
}
