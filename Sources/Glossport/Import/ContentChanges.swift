package import GlossportProject
import GlossportReading

/// The changes of texts and pictures in an import; identical changes in several locales form one group.
///
/// The earlier text is the one that customers see. If no default shows an earlier text, it is the newest upload.
package struct ContentChanges: Sendable, Encodable {
    /// Changed texts, in the plan's order; the header's position counts as a field.
    package private(set) var texts: [Group] = []
    package private(set) var pictures: [Group] = []
    /// Messages without an earlier text, grouped by message.
    package private(set) var newMessages: [Group] = []
    /// Known messages in locales that had no message before.
    package private(set) var newLocales: [NewLocale] = []
    /// New combinations of a known message and a known locale.
    package private(set) var newTranslations: [Group] = []
    /// Changes of source texts whose translations stay the same.
    package private(set) var unfollowed: [UnfollowedSource] = []

    private enum CodingKeys: CodingKey {
        case texts, pictures, unfollowed
    }

    /// An identical change in one or more locales of a message.
    package struct Group: Sendable {
        package var message: String
        /// The changed fields; without an earlier text, all fields of the first entry.
        package var fields: [FieldChange]
        /// One entry for each locale; never empty.
        package fileprivate(set) var entries: [Entry]

        package var locales: [String] { entries.map(\.item.locale) }
        /// The products whose defaults change to this message.
        package var products: [String] { Set(entries.flatMap(\.rows).map(\.desired.slot.product)).sorted() }
        /// The other messages that customers now see in these slots.
        package var replaced: [String] {
            Set(entries.flatMap(\.rows).compactMap(\.presentItem?.message)).subtracting([message]).sorted()
        }
        /// The products whose defaults stay because they are held.
        package var heldProducts: [String] { Set(entries.flatMap(\.held).map(\.desired.slot.product)).sorted() }
    }

    package struct Entry: Sendable {
        package var item: Item
        package var fields: [FieldChange]
        /// The defaults that change to the message.
        package var rows: [DefaultChanges.Row]
        /// The held defaults that would otherwise change to the message.
        package var held: [DefaultChanges.Row]
    }

    /// A locale that had no uploaded message before.
    package struct NewLocale: Sendable {
        package var locale: String
        package fileprivate(set) var entries: [Entry]
    }

    /// A text of the source language that changes without its translations.
    package struct UnfollowedSource: Sendable, Hashable, Encodable {
        package var message, field: String
        package var source: StoreLocale
        /// The locales whose texts stay the same.
        package var locales: [String]
    }

    /// Compares the plan's messages with the texts that customers see.
    ///
    /// The `source` is the source language of the translations.
    package init(_ plan: Plan, _ changes: DefaultChanges, after former: FormerMessages, source: StoreLocale?) {
        let rows = Dictionary(grouping: changes.rows, by: \.desired.item)
        let held = Dictionary(grouping: changes.held, by: \.desired.item)
        var (other, new): ([Entry], [Entry]) = ([], [])
        for planned in plan.items {
            let item = planned.item
            let rows = rows[item.id] ?? []
            guard planned.action == .upload || !rows.isEmpty, let texts = item.texts else { continue }
            func entry(_ before: Item?, _ rows: [DefaultChanges.Row]) -> Entry {
                let fields = FieldChange.changes(from: before?.texts, to: texts)
                return Entry(item: item, fields: fields, rows: rows, held: held[item.id] ?? [])
            }
            // Products can show different earlier texts, for example after a rollback of one of them. The comparison
            // ignores message names, because customers see only the texts.
            let shown = Dictionary(grouping: rows.filter { $0.presentItem != nil }, by: \.present)
            let rest = rows.filter { $0.presentItem == nil }
            let earlier = shown.values.sorted { $0[0].desired.slot < $1[0].desired.slot }
            for (index, rows) in earlier.enumerated() {
                other.append(entry(rows[0].presentItem, rows + (index == 0 ? rest : [])))
            }
            guard earlier.isEmpty, planned.action == .upload else { continue }
            // A held default is not always the newest upload.
            let kept = held[item.id]?.compactMap(\.presentItem).first
            let before = kept ?? former.former(of: item)
            if before == nil { new.append(entry(nil, rest)) } else { other.append(entry(before, rest)) }
        }
        texts = Self.groups(of: other) { !$0.isPicture }
        pictures = Self.groups(of: other, where: \.isPicture)
        add(new, after: former)
        if let source { findUnfollowed(source, in: plan, new: new) }
    }

    /// Groups entries by message and change, in the order of their first occurrence.
    private static func groups(of entries: [Entry], where isMeant: (FieldChange) -> Bool) -> [Group] {
        struct Difference: Hashable {
            var message: String
            var fields: [FieldChange]
            var products, held: Set<String>
        }
        var groups: [Group] = []
        var indices: [Difference: Int] = [:]
        for var entry in entries {
            entry.fields = entry.fields.filter(isMeant)
            guard !entry.fields.isEmpty else { continue }
            let difference = Difference(
                message: entry.item.message,
                fields: entry.fields,
                products: Set(entry.rows.map(\.desired.slot.product)),
                held: Set(entry.held.map(\.desired.slot.product))
            )
            if let index = indices[difference] {
                groups[index].entries.append(entry)
            } else {
                indices[difference] = groups.count
                groups.append(Group(message: difference.message, fields: entry.fields, entries: [entry]))
            }
        }
        return groups
    }

    /// Sorts new texts into new messages, known messages in new locales, and new combinations of known ones.
    private mutating func add(_ new: [Entry], after former: FormerMessages) {
        func add(_ entry: Entry, to groups: inout [Group]) {
            if groups.last?.message == entry.item.message {
                groups[groups.count - 1].entries.append(entry)
            } else {
                groups.append(Group(message: entry.item.message, fields: entry.fields, entries: [entry]))
            }
        }
        var locales: [String: NewLocale] = [:]
        for entry in new {
            let (message, locale) = (entry.item.message, entry.item.locale)
            if !former.contains(message: message) {
                add(entry, to: &newMessages)
            } else if !former.contains(locale: locale) {
                locales[locale, default: NewLocale(locale: locale, entries: [])].entries.append(entry)
            } else {
                add(entry, to: &newTranslations)
            }
        }
        newLocales = locales.values.sorted { $0.locale < $1.locale }
    }

    private mutating func findUnfollowed(_ source: StoreLocale, in plan: Plan, new: [Entry]) {
        struct Text: Hashable {
            var message, field: String
        }
        var moved: [Text: Set<String>] = [:]
        for group in texts {
            for field in group.fields where field.isText && field.new != nil {
                moved[Text(message: group.message, field: field.field), default: []].formUnion(group.locales)
            }
        }
        let items = Dictionary(grouping: plan.items.map(\.item), by: \.message)
        let fresh = Set(new.map(\.item.id))
        for group in texts where group.locales.contains(source.code) {
            for field in group.fields {
                let text = Text(message: group.message, field: field.field)
                guard let followers = moved[text], followers.contains(source.code), field.old != nil else { continue }
                let locales = (items[group.message] ?? []).filter { item in
                    item.locale != source.code && item.copiedFrom != source.code && !fresh.contains(item.id)
                        && !followers.contains(item.locale)
                        && item.texts?.fields.contains { $0.name == field.field } == true
                }
                guard !locales.isEmpty else { continue }
                let found = UnfollowedSource(
                    message: group.message,
                    field: field.field,
                    source: source,
                    locales: locales.map(\.locale).sorted()
                )
                if !unfollowed.contains(found) { unfollowed.append(found) }
            }
        }
    }
}

extension DefaultChanges.Row {
    /// Whether the slot shows an earlier text of the desired message.
    package var isNewerText: Bool { presentItem?.message == desired.message }
}

extension ContentChanges {
    /// The messages with changed texts or pictures.
    package var items: Set<ServiceID> { Set((texts + pictures).flatMap(\.entries).map(\.item.id)) }

    /// The messages without an earlier text in their locale.
    package var newEntries: [Entry] {
        newMessages.flatMap(\.entries) + newLocales.flatMap(\.entries) + newTranslations.flatMap(\.entries)
    }

    /// The number of changed texts, counted by field and locale.
    package var changedTexts: Int { Self.count(texts, where: \.isText) }
    package var changedPictures: Int { Self.count(pictures) { _ in true } }
    package var changedPositions: Int { Self.count(texts) { !$0.isText } }

    private static func count(_ groups: [Group], where isMeant: (FieldChange) -> Bool) -> Int {
        struct Text: Hashable {
            var message, locale, field: String
        }
        // Count a text once, even if two products show different earlier versions of it.
        return Set(
            groups.flatMap { group in
                group.fields.filter(isMeant).flatMap { field in
                    group.locales.map { Text(message: group.message, locale: $0, field: field.field) }
                }
            }
        ).count
    }
}

extension ContentChanges.Group: Encodable {
    package func encode(to encoder: any Encoder) throws {
        try encoder.encode(members: ["message": message, "locales": locales, "products": products, "fields": fields])
    }
}
