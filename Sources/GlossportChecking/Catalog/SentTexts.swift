package import GlossportProject

/// The texts of earlier imports, from the journal.
package struct SentTexts: Sendable {
    private var texts: [Name: [Text]] = [:]

    private struct Name: Hashable {
        var message, locale: String
    }

    private struct Text {
        /// The number of the run that first sent it.
        var run: Int64
        var isApproved: Bool
        var fields: [Field: String]
    }

    package init() {}

    package var isEmpty: Bool { texts.isEmpty }

    /// Adds the texts of a message in a locale; calls must be in order, the oldest first.
    ///
    /// - Parameters:
    ///   - fields: The texts.
    ///   - message: The message's name.
    ///   - locale: The App Store's short code.
    ///   - run: The number of the run that first sent them.
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

    package func approved(_ slot: TextSlot) -> String? {
        self[slot, slot.locale].last { $0.isApproved }?.fields[slot.field]
    }

    /// The source texts that were sent no later than a translation was first sent, oldest first.
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
