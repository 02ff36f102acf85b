package import GlossportChecking
package import GlossportProject

/// The items that a catalog wants at the service.
package struct DesiredItems: Sendable {
    /// One for each distinct image, by path.
    package var images: [Item] = []
    /// By message and locale.
    package var messages: [Item] = []
    /// Records that are too incomplete to make a message.
    package var incomplete = 0
    /// Those records, and copies of them.
    var incompleteNames: [MessageName] = []
    /// Where the images are.
    var imageFiles = ImageFiles()
    /// The images of each message that has some.
    package var imagesOfMessage: [ServiceID: Set<ServiceID>] = [:]

    /// Images first.
    package var items: [Item] { images + messages }

    /// The text of each message and locale, for the journal.
    ///
    /// - Parameter project: The project that wants them.
    /// - Returns: The texts.
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
    /// Puts together what customers would read.
    ///
    /// - Parameter app: The bundle ID.
    /// - Returns: The texts of each locale that there is something for, by locale.
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

extension DesiredItems {
    /// The state of each delivered record compared with the imports.
    ///
    /// A record that is too incomplete to be a message is another than what was imported, for that was complete.
    ///
    /// - Parameters:
    ///   - catalog: The records of which these items were made.
    ///   - imported: The recorded items.
    /// - Returns: Standings by message and locale.
    package func standings(
        of catalog: Catalog,
        to imported: [ItemRecord]
    ) -> [String: [StoreLocale: RecordStatus]] {
        var digests: [String: [String: Set<[UInt8]>]] = [:]
        for record in imported where record.state == .uploaded && record.item.kind == .message {
            digests[record.item.message, default: [:]][record.item.locale, default: []].insert(record.item.digest)
        }
        var wanted: [String: [String: [UInt8]]] = [:]
        for item in messages { wanted[item.message, default: [:]][item.locale] = item.digest }
        return catalog.recordsWithCopies.reduce(into: [:]) { standings, record in
            let known = digests[record.message]?[record.locale.code] ?? []
            let now = wanted[record.message]?[record.locale.code]
            let standing: RecordStatus =
                if known.isEmpty { .new } else if let now, known.contains(now) { .unchanged } else { .changed }
            standings[record.message, default: [:]][record.locale] = standing
        }
    }
}

extension ApprovalStatus {
    /// The standings of the locales in which something is wanted.
    ///
    /// - Throws: ``GlossportError`` of the journal.
    package static func wanted(
        _ items: DesiredItems,
        in journal: Journal,
        at destination: Destination
    ) async throws -> [ApprovalStatus] {
        of(items.texts(for: destination.app), approvals: try await journal.approvals(at: destination))
            .filter { $0.texts != nil }
    }
}
