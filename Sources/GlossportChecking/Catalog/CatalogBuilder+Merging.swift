import GlossportProject
import GlossportReading

extension CatalogBuilder {
    /// Creates the records once every identifier's locale is known.
    ///
    /// - Parameter resolutions: The locale of each delivered identifier.
    /// - Returns: The identifiers that name no locale and can be ignored, because all of their texts were returned in
    ///   packages.
    mutating func merge(_ resolutions: [String: LocaleResolution]) -> Set<String> {
        var winners = returnedTexts(resolutions)
        let corrected = correctedFields(resolutions, &winners)
        func isSettled(_ fieldKey: FieldKey, _ delivery: Int, _ mark: PackageMark?) -> Bool {
            guard let mark, let winner = winners[fieldKey], winner.isUsable else {
                return delivery < corrected[fieldKey] ?? 0
            }
            return winner.text.mark.map { mark < $0 } ?? false
        }
        func settled(_ noted: Noted) -> Catalog.Duplicate? {
            let fieldKey = resolved(noted.fieldKey, resolutions)
            if isSettled(fieldKey, noted.second.delivery, noted.second.text.mark) {
                lose(noted.second, to: nil, at: fieldKey)
                return nil
            }
            return Self.duplicate(at: fieldKey, noted.first, noted.second.text)
        }
        catalog.duplicates = duplicates.compactMap(settled)
        catalog.repetitions = repetitions.compactMap(settled)
        catalog.unknownFields = unknownFields.compactMap { unknown in
            let meant = fieldsMeant(by: unknown.field, resolutions)
            return meant.contains { isSettled($0, unknown.delivery, unknown.mark) } ? nil : unknown.field
        }
        mergeRecords(resolutions, corrected, winners)
        let misspelled = misspelledLocales(resolutions, winners)
        catalog.unfinished = unfinished(resolutions, corrected, winners)
        catalog.replaced = replaced(resolutions)
        return misspelled
    }

    private func resolved(_ fieldKey: FieldKey, _ resolutions: [String: LocaleResolution]) -> FieldKey {
        var fieldKey = fieldKey
        fieldKey.locale = resolutions[fieldKey.locale]?.locale?.code ?? fieldKey.locale
        return fieldKey
    }

    /// The texts of packages by field; if several texts are for the same field, the winning one.
    private mutating func returnedTexts(_ resolutions: [String: LocaleResolution]) -> [FieldKey: Delivered] {
        var winners: [FieldKey: Delivered] = [:]
        for slot in returned.keys.sorted(by: { $0.deliveredLocale < $1.deliveredLocale }) {
            for (field, new) in returned[slot] ?? [:] {
                let given = FieldKey(message: slot.message, locale: slot.deliveredLocale, field: field)
                let fieldKey = resolved(given, resolutions)
                let first = winners[fieldKey]
                if let first, new.yields(to: first) {
                    lose(new, to: first, at: fieldKey)
                } else {
                    if let first { lose(first, to: new, at: fieldKey) }
                    winners[fieldKey] = new
                }
            }
        }
        return winners
    }

    // MARK: Corrections

    private func fieldsMeant(by unknown: Catalog.UnknownField, _ resolutions: [String: LocaleResolution]) -> [FieldKey]
    {
        guard let locale = unknown.locale else { return [] }
        let nearest = Spelling.nearest(to: unknown.name, among: Field.commonNames)
        return (Field.meant(by: unknown.name) + nearest.compactMap { Field(name: $0) }).map {
            resolved(FieldKey(message: unknown.message, locale: locale, field: $0), resolutions)
        }
    }

    /// The unresolved identifiers whose texts are all in packages, for one of the candidate locales.
    private mutating func misspelledLocales(
        _ resolutions: [String: LocaleResolution],
        _ winners: [FieldKey: Delivered]
    ) -> Set<String> {
        var misspelled: Set<String> = []
        for (delivered, slots) in Dictionary(grouping: records, by: \.key.deliveredLocale) {
            guard case .unresolved(let candidates)? = resolutions[delivered] else { continue }
            let texts = slots.flatMap { slot, fields in fields.map { (slot.message, $0.key, $0.value) } }
            let fieldKeys = candidates.lazy.map { locale in
                texts.map { FieldKey(message: $0.0, locale: locale.code, field: $0.1) }
            }
            guard let meant = fieldKeys.first(where: { $0.allSatisfy { winners[$0]?.isUsable ?? false } }) else {
                continue
            }
            for (fieldKey, text) in zip(meant, texts) { lose(text.2, to: winners[fieldKey], at: fieldKey) }
            misspelled.insert(delivered)
        }
        return misspelled
    }

    /// Finds the fields that a later delivery replaces.
    ///
    /// A usable text in a package replaces those of all deliveries, unless a later correction has a usable text without
    /// a mark.
    ///
    /// - Parameters:
    ///   - resolutions: The locale of each delivered identifier.
    ///   - winners: The texts of packages. Texts that a correction replaces are removed from it.
    /// - Returns: For each field, the number of the delivery that replaces the texts of all earlier ones; `Int.max` if
    ///   a package's text replaces them.
    private mutating func correctedFields(
        _ resolutions: [String: LocaleResolution],
        _ winners: inout [FieldKey: Delivered]
    ) -> [FieldKey: Int] {
        var corrected: [FieldKey: Int] = [:]
        var usable: [FieldKey: Delivered] = [:]
        for (slot, fields) in corrections.isEmpty ? [:] : records {
            for (field, delivered) in fields where corrections.contains(delivered.delivery) {
                let fieldKey = resolved(
                    FieldKey(message: slot.message, locale: slot.deliveredLocale, field: field),
                    resolutions
                )
                corrected[fieldKey] = max(corrected[fieldKey] ?? 0, delivered.delivery)
                if delivered.isUsable, usable[fieldKey].map({ $0.delivery < delivered.delivery }) ?? true {
                    usable[fieldKey] = delivered
                }
            }
        }
        for (fieldKey, winner) in winners where winner.isUsable {
            if let correction = usable[fieldKey], winner.delivery < correction.delivery {
                lose(winner, to: correction, at: fieldKey)
                winners[fieldKey] = nil
            } else {
                corrected[fieldKey] = .max
            }
        }
        return corrected
    }

    /// The unfinished texts of packages that are newer than the text in use and differ from it.
    private func unfinished(
        _ resolutions: [String: LocaleResolution],
        _ corrected: [FieldKey: Int],
        _ winners: [FieldKey: Delivered]
    ) -> [TextSlot: MessageRecord.Text] {
        var newest: [FieldKey: Delivered] = [:]
        for (slot, fields) in drafts {
            for (field, draft) in fields {
                let fieldKey = resolved(
                    FieldKey(message: slot.message, locale: slot.deliveredLocale, field: field),
                    resolutions
                )
                if newest[fieldKey].map({ $0.yields(to: draft) }) ?? true { newest[fieldKey] = draft }
            }
        }
        var unfinished: [TextSlot: MessageRecord.Text] = [:]
        for record in newest.isEmpty ? [] : catalog.records {
            for (field, used) in record.fields where used.text != nil {
                let fieldKey = FieldKey(message: record.message, locale: record.locale.code, field: field)
                guard let draft = newest[fieldKey], draft.text.delivered != used.delivered else { continue }
                let other = winners[fieldKey].flatMap { $0.isUsable ? $0 : nil }
                if other.map({ draft.isNewer(than: $0) }) ?? (draft.delivery >= corrected[fieldKey] ?? 0) {
                    unfinished[TextSlot(message: record.message, field: field, locale: record.locale)] = draft.text
                }
            }
        }
        return unfinished
    }

    /// The texts that are not used and differ from the one in use.
    private func replaced(_ resolutions: [String: LocaleResolution]) -> Counted<Catalog.Replaced> {
        let records = Dictionary(
            uniqueKeysWithValues: catalog.records.map {
                (Slot(message: $0.message, deliveredLocale: $0.locale.code), $0.fields)
            }
        )
        var replaced = losers.compactMap { loser -> Catalog.Replaced? in
            let fieldKey = resolved(loser.fieldKey, resolutions)
            let fields = records[Slot(message: fieldKey.message, deliveredLocale: fieldKey.locale)]
            guard let locale = StoreLocale(fieldKey.locale), let winner = fields?[fieldKey.field],
                winner.delivered != loser.text.delivered
            else { return nil }
            let slot = TextSlot(message: fieldKey.message, field: fieldKey.field, locale: locale)
            let unfinished = catalog.unfinished[slot].flatMap { $0.location == loser.text.location ? $0.state : nil }
            return Catalog.Replaced(
                message: fieldKey.message,
                locale: locale,
                field: fieldKey.field,
                place: loser.text.location,
                winner: winner.location,
                unfinished: unfinished
            )
        }
        replaced.first.sort {
            ($0.message, $0.locale, $0.field, $0.place) < ($1.message, $1.locale, $1.field, $1.place)
        }
        return replaced
    }

    // MARK: Records

    /// Merges records whose identifiers mean the same locale.
    ///
    /// The record with the more reliable ``LocaleRule`` wins. A different text for the same field is a duplicate, an
    /// equal one a repetition.
    private mutating func mergeRecords(
        _ resolutions: [String: LocaleResolution],
        _ corrected: [FieldKey: Int],
        _ winners: [FieldKey: Delivered]
    ) {
        var merged: [String: [StoreLocale: MessageRecord]] = [:]
        for (_, locale, slot, fields) in usableRecords(resolutions, corrected, winners) {
            guard var record = merged[slot.message]?[locale] else {
                merged[slot.message, default: [:]][locale] = MessageRecord(
                    message: slot.message,
                    locale: locale,
                    deliveredLocale: slot.deliveredLocale,
                    fields: fields
                )
                continue
            }
            for (field, text) in fields.sorted(by: { $0.key < $1.key }) {
                guard let first = record.fields[field] else {
                    record.fields[field] = text
                    continue
                }
                let fieldKey = FieldKey(message: slot.message, locale: locale.code, field: field)
                let duplicate = Self.duplicate(at: fieldKey, first.location, text)
                if first.text == text.text {
                    catalog.repetitions.append(duplicate)
                } else {
                    catalog.duplicates.append(duplicate)
                }
            }
            merged[slot.message]?[locale] = record
        }
        mergeWinners(winners, into: &merged)
        catalog.records = merged.values.flatMap(\.values).sorted { ($0.message, $0.locale) < ($1.message, $1.locale) }
        catalog.unitsUsed = catalog.records.reduce(0) { $0 + $1.fields.count }
    }

    /// The delivered records without replaced texts, those with the most reliable ``LocaleRule`` first.
    private mutating func usableRecords(
        _ resolutions: [String: LocaleResolution],
        _ corrected: [FieldKey: Int],
        _ winners: [FieldKey: Delivered]
    ) -> [(rule: LocaleRule, locale: StoreLocale, slot: Slot, fields: [Field: MessageRecord.Text])] {
        var ordered: [(rule: LocaleRule, locale: StoreLocale, slot: Slot, fields: [Field: MessageRecord.Text])] = []
        for (slot, fields) in records {
            guard case .mapped(let locale, let rule)? = resolutions[slot.deliveredLocale] else { continue }
            var texts: [Field: MessageRecord.Text] = [:]
            for (field, delivered) in fields {
                let fieldKey = FieldKey(message: slot.message, locale: locale.code, field: field)
                if delivered.delivery < corrected[fieldKey] ?? 0 {
                    lose(delivered, to: winners[fieldKey], at: fieldKey)
                } else {
                    texts[field] = delivered.text
                }
            }
            if !texts.isEmpty { ordered.append((rule, locale, slot, texts)) }
        }
        ordered.sort { left, right in
            if left.rule != right.rule { return left.rule < right.rule }
            if left.slot.message != right.slot.message { return left.slot.message < right.slot.message }
            return left.slot.deliveredLocale < right.slot.deliveredLocale
        }
        return ordered
    }

    private mutating func mergeWinners(
        _ winners: [FieldKey: Delivered],
        into merged: inout [String: [StoreLocale: MessageRecord]]
    ) {
        for (fieldKey, winner) in winners {
            guard let locale = StoreLocale(fieldKey.locale) else { continue }
            var record =
                merged[fieldKey.message]?[locale]
                ?? MessageRecord(message: fieldKey.message, locale: locale, deliveredLocale: locale.code, fields: [:])
            // A usable text of a package has already removed the others, so this one is unfinished.
            if let other = record.fields[fieldKey.field], other.text != nil || winner.text.delivered == nil {
                lose(winner, to: nil, at: fieldKey)
            } else {
                record.fields[fieldKey.field] = winner.text
            }
            merged[fieldKey.message, default: [:]][locale] = record
        }
    }

    private static func duplicate(
        at fieldKey: FieldKey,
        _ first: SourceLocation,
        _ second: MessageRecord.Text
    ) -> Catalog.Duplicate {
        Catalog.Duplicate(
            message: fieldKey.message,
            locale: fieldKey.locale,
            field: fieldKey.field,
            first: first,
            second: second.location,
            text: second.delivered
        )
    }
}
