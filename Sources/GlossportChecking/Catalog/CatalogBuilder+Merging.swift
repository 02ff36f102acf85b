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
        let corrected = correctedPlaces(resolutions, &winners)
        func isSettled(_ place: Place, _ delivery: Int, _ mark: PackageMark?) -> Bool {
            guard let mark, let winner = winners[place], winner.isUsable else {
                return delivery < corrected[place] ?? 0
            }
            return winner.text.mark.map { mark < $0 } ?? false
        }
        func settled(_ noted: Noted) -> Catalog.Duplicate? {
            let place = resolved(noted.place, resolutions)
            if isSettled(place, noted.second.delivery, noted.second.text.mark) {
                lose(noted.second, to: nil, at: place)
                return nil
            }
            return Self.duplicate(at: place, noted.first, noted.second.text)
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

    private func resolved(_ place: Place, _ resolutions: [String: LocaleResolution]) -> Place {
        var place = place
        place.locale = resolutions[place.locale]?.locale?.code ?? place.locale
        return place
    }

    /// The texts of packages by place; if several texts have the same place, the winning one.
    private mutating func returnedTexts(_ resolutions: [String: LocaleResolution]) -> [Place: Delivered] {
        var winners: [Place: Delivered] = [:]
        for slot in returned.keys.sorted(by: { $0.deliveredLocale < $1.deliveredLocale }) {
            for (field, new) in returned[slot] ?? [:] {
                let given = Place(message: slot.message, locale: slot.deliveredLocale, field: field)
                let place = resolved(given, resolutions)
                let first = winners[place]
                if let first, new.yields(to: first) {
                    lose(new, to: first, at: place)
                } else {
                    if let first { lose(first, to: new, at: place) }
                    winners[place] = new
                }
            }
        }
        return winners
    }

    // MARK: Corrections

    private func fieldsMeant(by unknown: Catalog.UnknownField, _ resolutions: [String: LocaleResolution]) -> [Place] {
        guard let locale = unknown.locale else { return [] }
        let nearest = Spelling.nearest(to: unknown.name, among: Field.commonNames)
        return (Field.meant(by: unknown.name) + nearest.compactMap { Field(name: $0) }).map {
            resolved(Place(message: unknown.message, locale: locale, field: $0), resolutions)
        }
    }

    /// The unresolved identifiers whose texts are all in packages, for one of the candidate locales.
    private mutating func misspelledLocales(
        _ resolutions: [String: LocaleResolution],
        _ winners: [Place: Delivered]
    ) -> Set<String> {
        var misspelled: Set<String> = []
        for (delivered, slots) in Dictionary(grouping: records, by: \.key.deliveredLocale) {
            guard case .unresolved(let candidates)? = resolutions[delivered] else { continue }
            let texts = slots.flatMap { slot, fields in fields.map { (slot.message, $0.key, $0.value) } }
            let places = candidates.lazy.map { locale in
                texts.map { Place(message: $0.0, locale: locale.code, field: $0.1) }
            }
            guard let meant = places.first(where: { $0.allSatisfy { winners[$0]?.isUsable ?? false } }) else {
                continue
            }
            for (place, text) in zip(meant, texts) { lose(text.2, to: winners[place], at: place) }
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
    private mutating func correctedPlaces(
        _ resolutions: [String: LocaleResolution],
        _ winners: inout [Place: Delivered]
    ) -> [Place: Int] {
        var corrected: [Place: Int] = [:]
        var usable: [Place: Delivered] = [:]
        for (slot, fields) in corrections.isEmpty ? [:] : records {
            for (field, delivered) in fields where corrections.contains(delivered.delivery) {
                let place = resolved(
                    Place(message: slot.message, locale: slot.deliveredLocale, field: field),
                    resolutions
                )
                corrected[place] = max(corrected[place] ?? 0, delivered.delivery)
                if delivered.isUsable, usable[place].map({ $0.delivery < delivered.delivery }) ?? true {
                    usable[place] = delivered
                }
            }
        }
        for (place, winner) in winners where winner.isUsable {
            if let correction = usable[place], winner.delivery < correction.delivery {
                lose(winner, to: correction, at: place)
                winners[place] = nil
            } else {
                corrected[place] = .max
            }
        }
        return corrected
    }

    /// The unfinished texts of packages that are newer than the text in use and differ from it.
    private func unfinished(
        _ resolutions: [String: LocaleResolution],
        _ corrected: [Place: Int],
        _ winners: [Place: Delivered]
    ) -> [TextSlot: MessageRecord.Text] {
        var newest: [Place: Delivered] = [:]
        for (slot, fields) in drafts {
            for (field, draft) in fields {
                let place = resolved(
                    Place(message: slot.message, locale: slot.deliveredLocale, field: field),
                    resolutions
                )
                if newest[place].map({ $0.yields(to: draft) }) ?? true { newest[place] = draft }
            }
        }
        var unfinished: [TextSlot: MessageRecord.Text] = [:]
        for record in newest.isEmpty ? [] : catalog.records {
            for (field, used) in record.fields where used.text != nil {
                let place = Place(message: record.message, locale: record.locale.code, field: field)
                guard let draft = newest[place], draft.text.delivered != used.delivered else { continue }
                let other = winners[place].flatMap { $0.isUsable ? $0 : nil }
                if other.map({ draft.isNewer(than: $0) }) ?? (draft.delivery >= corrected[place] ?? 0) {
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
            let place = resolved(loser.place, resolutions)
            let fields = records[Slot(message: place.message, deliveredLocale: place.locale)]
            guard let locale = StoreLocale(place.locale), let winner = fields?[place.field],
                winner.delivered != loser.text.delivered
            else { return nil }
            let slot = TextSlot(message: place.message, field: place.field, locale: locale)
            let unfinished = catalog.unfinished[slot].flatMap { $0.location == loser.text.location ? $0.state : nil }
            return Catalog.Replaced(
                message: place.message,
                locale: locale,
                field: place.field,
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
        _ corrected: [Place: Int],
        _ winners: [Place: Delivered]
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
                let place = Place(message: slot.message, locale: locale.code, field: field)
                let duplicate = Self.duplicate(at: place, first.location, text)
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
        _ corrected: [Place: Int],
        _ winners: [Place: Delivered]
    ) -> [(rule: LocaleRule, locale: StoreLocale, slot: Slot, fields: [Field: MessageRecord.Text])] {
        var ordered: [(rule: LocaleRule, locale: StoreLocale, slot: Slot, fields: [Field: MessageRecord.Text])] = []
        for (slot, fields) in records {
            guard case .mapped(let locale, let rule)? = resolutions[slot.deliveredLocale] else { continue }
            var texts: [Field: MessageRecord.Text] = [:]
            for (field, delivered) in fields {
                let place = Place(message: slot.message, locale: locale.code, field: field)
                if delivered.delivery < corrected[place] ?? 0 {
                    lose(delivered, to: winners[place], at: place)
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
        _ winners: [Place: Delivered],
        into merged: inout [String: [StoreLocale: MessageRecord]]
    ) {
        for (place, winner) in winners {
            guard let locale = StoreLocale(place.locale) else { continue }
            var record =
                merged[place.message]?[locale]
                ?? MessageRecord(message: place.message, locale: locale, deliveredLocale: locale.code, fields: [:])
            // A usable text of a package has already removed the others, so this one is unfinished.
            if let other = record.fields[place.field], other.text != nil || winner.text.delivered == nil {
                lose(winner, to: nil, at: place)
            } else {
                record.fields[place.field] = winner.text
            }
            merged[place.message, default: [:]][locale] = record
        }
    }

    private static func duplicate(
        at place: Place,
        _ first: SourceLocation,
        _ second: MessageRecord.Text
    ) -> Catalog.Duplicate {
        Catalog.Duplicate(
            message: place.message,
            locale: place.locale,
            field: place.field,
            first: first,
            second: second.location,
            text: second.delivered
        )
    }
}
