package import GlossportProject

/// The texts of earlier imports, as the journal remembers them.
package struct SentTexts: Sendable {
    private var texts: [Name: [Text]] = [:]

    private struct Name: Hashable {
        var message, locale: String
    }

    private struct Text {
        /// The number of the run that sent it first.
        var run: Int64
        var isApproved: Bool
        var fields: [Field: String]
    }

    package init() {}

    package var isEmpty: Bool { texts.isEmpty }

    /// Adds the texts of a message in a locale; older ones first.
    ///
    /// - Parameters:
    ///   - fields: The texts.
    ///   - message: The message's name.
    ///   - locale: The App Store's short code.
    ///   - run: The number of the run that sent them first.
    ///   - isApproved: Whether Apple has approved them.
    package mutating func add(
        _ fields: [Field: String],
        of message: String,
        in locale: String,
        run: Int64,
        isApproved: Bool
    ) {
        texts[Name(message: message, locale: locale), default: []]
            .append(Text(run: run, isApproved: isApproved, fields: fields))
    }

    /// The text of a slot that Apple has approved last.
    package func approved(_ slot: TextSlot) -> String? {
        self[slot, slot.locale].last { $0.isApproved }?.fields[slot.field]
    }

    /// The source texts, oldest first, that were sent no later than a translation was for the first time.
    func sources(of translation: String, at slot: TextSlot, from source: StoreLocale) -> [String] {
        guard let run = self[slot, slot.locale].first(where: { $0.fields[slot.field] == translation })?.run else {
            return []
        }
        return self[slot, source].filter { $0.run <= run }.compactMap { $0.fields[slot.field] }
    }

    private subscript(_ slot: TextSlot, _ locale: StoreLocale) -> [Text] {
        texts[Name(message: slot.message, locale: locale.code)] ?? []
    }
}
