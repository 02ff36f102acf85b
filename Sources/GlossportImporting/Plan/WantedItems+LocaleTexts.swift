package import GlossportChecking

extension WantedItems {
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
            return LocaleTexts(
                app: app,
                locale: locale,
                messages: Dictionary(contents, uniquingKeysWith: { first, _ in first }),
                images: images
            )
        }
        .sorted { $0.locale < $1.locale }
    }
}

extension ApprovalStanding {
    /// The standings of the locales in which something is wanted.
    ///
    /// - Throws: ``GlossportError`` of the journal.
    package static func wanted(
        _ items: WantedItems,
        in journal: any Journal,
        at destination: Destination
    ) async throws -> [ApprovalStanding] {
        of(items.texts(for: destination.app), approvals: try await journal.approvals(at: destination))
            .filter { $0.texts != nil }
    }
}
