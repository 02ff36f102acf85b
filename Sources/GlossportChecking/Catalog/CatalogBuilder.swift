package import GlossportReading

/// Collects units into message records.
///
/// Units of other app strings are counted and dropped, so memory grows with the messages, not with the delivery.
package struct CatalogBuilder: Sendable {
    /// Lets through whatever ``add(_:)`` would do more with than to count it.
    package var filter: KeyFilter { keys.filter }

    /// The pattern of the delivery that is being read.
    private var keys: KeyPattern
    private let projectKeys: KeyPattern
    /// The keys of files of which no unit was used, by path; of the file that is being read, only if it is one of them.
    private var unusedFiles: [String: UnusedFile] = [:]
    private var usedFile = ""
    private let listedMessages: Set<String>
    private let minimumState: TranslationState
    private let map: [String: StoreLocale]
    private let allowsFallback: Bool
    private let sourceLocale: StoreLocale?
    private let originals: [StoreLocale: StoreLocale]
    /// The source languages that files name, and how often.
    private var sourceLanguages: [String: Int] = [:]

    private var catalog = Catalog()
    private var records: [Slot: [Field: Delivered]] = [:]
    private var locales: [String: (units: Int, first: SourceLocation)] = [:]
    private var suspects: [Suspect] = []
    /// The number of the delivery that is being read.
    private var delivery = 0
    /// The deliveries that correct those before them.
    private var corrections: Set<Int> = []
    private var duplicates = Counted<Noted>()
    private var repetitions = Counted<Noted>()

    /// A text, and the delivery that it came with.
    private struct Delivered {
        var text: MessageRecord.Text
        /// The text as delivered, whether its state makes it usable or not.
        var target: String?
        var delivery: Int
    }

    /// A duplicate, and the delivery that its second text came with.
    private struct Noted {
        var duplicate: Catalog.Duplicate
        var delivery: Int
    }

    /// A field of a record, whatever its locale is called.
    private struct Place: Hashable {
        var message: String
        var locale: String
        var field: Field
    }

    private struct Slot: Hashable {
        var message: String
        var deliveredLocale: String
    }

    private struct Suspect {
        var unit: Catalog.UnknownField
        var key: String
    }

    /// Keys with an unknown field that are kept until it is clear whether their message is one of ours.
    private static let keptSuspects = 10_000

    /// The maximum number of distinct locales; with more, a column of other values was read as the locale.
    package static let maximumLocales = 1_000

    /// The message records that are looked at: five times the capacity of the service.
    package static let maximumRecords = 10_000

    /// - Parameters:
    ///   - keys: How keys name messages and fields.
    ///   - listedMessages: The project file's `messages`; if there are any, others are not imported.
    ///   - minimumState: Texts below it count as missing.
    ///   - map: The project file's `locales.map`.
    ///   - allowsFallback: The project file's `locales.fallback`.
    ///   - sourceLocale: The project file's `locales.source`.
    ///   - originals: The project file's `locales.also`.
    package init(
        keys: KeyPattern = .standard,
        listedMessages: Set<String> = [],
        minimumState: TranslationState = .translated,
        map: [String: StoreLocale] = [:],
        allowsFallback: Bool = false,
        sourceLocale: StoreLocale? = nil,
        originals: [StoreLocale: StoreLocale] = [:]
    ) {
        self.keys = keys
        projectKeys = keys
        self.listedMessages = listedMessages
        self.minimumState = minimumState
        self.map = map
        self.allowsFallback = allowsFallback
        self.sourceLocale = sourceLocale
        self.originals = originals
    }

    /// A builder with a project's settings.
    package init(project: Project) {
        self.init(
            keys: project.keys,
            listedMessages: Set(project.messages.keys),
            minimumState: project.locales.minimumState,
            map: project.locales.map,
            allowsFallback: project.locales.fallback,
            sourceLocale: project.locales.source,
            originals: project.locales.originals
        )
    }

    /// Says that the units from here on are of another delivery.
    ///
    /// - Parameters:
    ///   - replaces: Whether its texts take the place of those that came before for the same fields.
    ///   - keys: How its keys name messages and fields; `nil` for the project's pattern.
    package mutating func beginDelivery(replaces: Bool, keys: KeyPattern? = nil) {
        delivery += 1
        use(keys)
        if replaces { corrections.insert(delivery) }
    }

    /// Says how the keys from here on name messages and fields; `nil` for the project's pattern.
    mutating func use(_ keys: KeyPattern?) { self.keys = keys ?? projectKeys }

    /// Takes one unit.
    package mutating func add(_ unit: TranslationUnit) {
        switch keys.match(unit.key) {
        case .none: countOther(unit.key, unit.location, unit.locale)
        case .unknownField(let message, let name):
            let field = Catalog.UnknownField(
                message: message,
                name: name,
                locale: unit.locale,
                location: unit.location
            )
            if listedMessages.contains(message) {
                catalog.unknownFields.append(field)
            } else if listedMessages.isEmpty, suspects.count < Self.keptSuspects {
                suspects.append(Suspect(unit: field, key: unit.key))
                recordOther(OtherUnit(key: unit.key, locale: unit.locale, location: unit.location))
            } else {
                countOther(unit.key, unit.location, unit.locale)
            }
        case .field(let message, let field):
            recordUse(of: unit.location.path)
            add(unit, message: message, field: field)
        }
    }

    /// Remembers one of the units that a reader has passed over, as an example; it is counted by ``countOthers(_:)``.
    package mutating func name(_ unit: OtherUnit) {
        recordOther(unit)
        if catalog.otherKeys.first.count < Catalog.OtherKeys.kept {
            catalog.otherKeys.first.append(Catalog.KeyedPlace(key: unit.key, location: unit.location))
        }
    }

    // MARK: Keys of another pattern

    private struct UnusedFile {
        var first: SourceLocation
        var keys: [String] = []
        var locales: Set<String> = []
    }

    /// Enough keys to tell a pattern.
    private static let keptKeys = 200

    private mutating func recordUse(of path: String) {
        guard usedFile != path else { return }
        usedFile = path
        unusedFiles[path] = nil
    }

    private mutating func recordOther(_ unit: OtherUnit) {
        let path = unit.location.path
        guard usedFile != path else { return }
        var file = unusedFiles[path] ?? UnusedFile(first: unit.location)
        guard file.keys.count < Self.keptKeys else { return }
        file.keys.append(unit.key)
        if let locale = unit.locale { file.locales.insert(locale) }
        unusedFiles[path] = file
    }

    /// The files whose keys have a pattern of their own, which makes whole messages of most of them.
    private func otherKeyFiles(_ resolver: LocaleResolver) -> [Catalog.OtherKeyFile] {
        let listed = Set(listedMessages.map(\.lettersAndDigits))
        return unusedFiles.values.compactMap { file in
            guard let pattern = KeyPattern.proposed(for: file.keys) else { return nil }
            var fields: [String: Set<Field>] = [:]
            var fitting = 0
            for key in file.keys {
                guard case .field(let message, let field) = pattern.match(key) else { continue }
                fields[message, default: []].insert(field)
                fitting += 1
            }
            let isKnown = listed.isEmpty || fields.keys.contains { listed.contains($0.lettersAndDigits) }
            let isWhole = fields.values.contains { $0.isSuperset(of: [.header, .body]) }
            guard isKnown, isWhole, fitting * 2 > file.keys.count else { return nil }
            let locales = file.locales.compactMap { resolver.resolve($0).locale }
            return Catalog.OtherKeyFile(
                first: file.first,
                pattern: pattern,
                locales: Set(locales),
                messages: Set(fields.keys)
            )
        }
        .sorted { $0.first < $1.first }
    }

    /// Takes note of the language from which a file says it was translated.
    package mutating func recordSource(_ identifier: String) { sourceLanguages[identifier, default: 0] += 1 }

    /// Counts the units that a reader has passed over.
    package mutating func countOthers(_ count: Int) { catalog.otherKeys.count += count }

    private mutating func add(_ unit: TranslationUnit, message: String, field: Field) {
        guard listedMessages.isEmpty || listedMessages.contains(message) else {
            countOther(unit.key, unit.location)
            if catalog.unlistedMessages[message] == nil { catalog.unlistedMessages[message] = unit.location }
            return
        }
        guard let locale = unit.locale, !locale.isEmpty else {
            let place = Catalog.KeyedPlace(key: unit.key, location: unit.location)
            catalog.unitsWithoutLocale[unit.location.path, default: (place, 0)].count += 1
            return
        }
        guard locales.count < Self.maximumLocales || locales[locale] != nil else {
            Catalog.Excess.add(to: &catalog.unitsInFurtherLocales, locale, at: unit.location)
            return
        }
        let slot = Slot(message: message, deliveredLocale: locale)
        guard records.count < Self.maximumRecords || records[slot] != nil else {
            Catalog.Excess.add(to: &catalog.unitsOfFurtherRecords, message, at: unit.location)
            return
        }
        locales[locale, default: (0, unit.location)].units += 1
        let usable = unit.state >= minimumState ? unit.target : nil
        let text = MessageRecord.Text(
            text: usable,
            source: unit.source,
            key: unit.key,
            notes: unit.notes,
            state: unit.state,
            location: unit.location
        )
        guard let first = records[slot]?[field], !corrects(delivery, first.delivery) else {
            records[slot, default: [:]][field] = Delivered(text: text, target: unit.target, delivery: delivery)
            return
        }
        let isSame = first.target == unit.target
        // Of one text in two states, such as an excerpt's `needs_review`, the usable one counts.
        if isSame, first.text.text == nil, usable != nil {
            records[slot]?[field] = Delivered(text: text, target: unit.target, delivery: first.delivery)
        }
        let place = Place(message: message, locale: locale, field: field)
        let noted = Noted(duplicate: Self.duplicate(at: place, first.text, text), delivery: delivery)
        if !isSame {
            duplicates.append(noted)
        } else if first.delivery == delivery, !corrections.contains(delivery) {
            // A vendor who corrects a text in the excerpt and in the whole file does no harm.
            repetitions.append(noted)
        }
    }

    /// Whether the texts of one delivery take the place of another one's.
    private func corrects(_ one: Int, _ other: Int) -> Bool { one > other && corrections.contains(one) }

    /// Resolves locales, now that all are known, and gives the catalog.
    package consuming func finish() -> Catalog {
        let resolver = LocaleResolver(map: map, allowsFallback: allowsFallback, delivered: Set(locales.keys))
        var resolutions: [String: LocaleResolution] = [:]
        for (delivered, use) in locales.sorted(by: { $0.key < $1.key }) {
            let resolution = resolver.resolve(delivered)
            resolutions[delivered] = resolution
            catalog.locales.append(
                Catalog.LocaleUse(delivered: delivered, resolution: resolution, units: use.units, first: use.first)
            )
        }
        let corrected = correctedPlaces(resolutions)
        catalog.duplicates = settled(duplicates, resolutions, corrected)
        catalog.repetitions = settled(repetitions, resolutions, corrected)
        mergeRecords(resolutions, corrected)
        completeSources(resolver)
        copyRecords()
        catalog.otherKeyFiles = otherKeyFiles(resolver)
        let known = Set(records.keys.map(\.message))
        for suspect in suspects {
            if known.contains(suspect.unit.message) {
                catalog.unknownFields.append(suspect.unit)
            } else {
                countOther(suspect.key, suspect.unit.location)
            }
        }
        catalog.unknownFields = catalog.unknownFields.compactMap { unknown in
            isCorrected(unknown, resolutions, corrected) ? nil : unknown
        }
        return catalog
    }

    // MARK: Corrections

    /// Whether a later delivery has the field that a wrong key means.
    private func isCorrected(
        _ unknown: Catalog.UnknownField,
        _ resolutions: [String: LocaleResolution],
        _ corrected: [Place: Int]
    ) -> Bool {
        guard !corrected.isEmpty, let delivered = unknown.locale else { return false }
        let locale = resolutions[delivered]?.locale?.code ?? delivered
        let nearest = Spelling.nearest(to: unknown.name, among: Field.commonNames)
        let meant = Field.meant(by: unknown.name) + nearest.compactMap { Field(name: $0) }
        return meant.contains { corrected[Place(message: unknown.message, locale: locale, field: $0)] != nil }
    }

    /// The fields that a later delivery has replaced, with the last one that did.
    private func correctedPlaces(_ resolutions: [String: LocaleResolution]) -> [Place: Int] {
        guard !corrections.isEmpty else { return [:] }
        var corrected: [Place: Int] = [:]
        for (slot, fields) in records {
            let locale = resolutions[slot.deliveredLocale]?.locale?.code ?? slot.deliveredLocale
            for (field, delivered) in fields where corrections.contains(delivered.delivery) {
                corrected[Place(message: slot.message, locale: locale, field: field), default: 0].raise(
                    to: delivered.delivery
                )
            }
        }
        return corrected
    }

    /// The duplicates with the App Store's locales, without those of which a later delivery has made an end.
    private func settled(
        _ noted: Counted<Noted>,
        _ resolutions: [String: LocaleResolution],
        _ corrected: [Place: Int]
    ) -> Counted<Catalog.Duplicate> {
        noted.compactMap { noted in
            var duplicate = noted.duplicate
            duplicate.locale = resolutions[duplicate.locale]?.locale?.code ?? duplicate.locale
            let place = Place(message: duplicate.message, locale: duplicate.locale, field: duplicate.field)
            return noted.delivery < corrected[place] ?? 0 ? nil : duplicate
        }
    }

    /// Two identifiers of the vendor's may mean one locale.
    ///
    /// The better reason wins; each clash is a duplicate.
    private mutating func mergeRecords(_ resolutions: [String: LocaleResolution], _ corrected: [Place: Int]) {
        var merged: [String: [StoreLocale: MessageRecord]] = [:]
        let ordered = records.compactMap {
            slot,
            fields -> (LocaleRule, StoreLocale, Slot, [Field: MessageRecord.Text])? in
            guard case .mapped(let locale, let rule)? = resolutions[slot.deliveredLocale] else { return nil }
            let texts = fields.filter { field, delivered in
                let place = Place(message: slot.message, locale: locale.code, field: field)
                return delivered.delivery >= corrected[place] ?? 0
            }.mapValues(\.text)
            return texts.isEmpty ? nil : (rule, locale, slot, texts)
        }.sorted { left, right in
            if left.0 != right.0 { return left.0 < right.0 }
            if left.2.message != right.2.message { return left.2.message < right.2.message }
            return left.2.deliveredLocale < right.2.deliveredLocale
        }
        for (_, locale, slot, fields) in ordered {
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
                let duplicate = Self.duplicate(at: place, first, text)
                if first.text == text.text {
                    catalog.repetitions.append(duplicate)
                } else {
                    catalog.duplicates.append(duplicate)
                }
            }
            merged[slot.message]?[locale] = record
        }
        catalog.records = merged.values.flatMap(\.values).sorted { ($0.message, $0.locale) < ($1.message, $1.locale) }
        catalog.unitsUsed = catalog.records.reduce(0) { $0 + $1.fields.count }
    }

    /// The locale whose texts are, nearly all of them, the sources that the files of others carry.
    private func inferredSource() -> StoreLocale? {
        var sources: [String: [Field: String]] = [:]
        for record in catalog.records {
            for (field, value) in record.fields where value.source != nil {
                sources[record.message, default: [:]][field] = value.source
            }
        }
        guard !sources.isEmpty else { return nil }
        var votes: [StoreLocale: (same: Int, all: Int)] = [:]
        for record in catalog.records {
            // A text with a source may be an untranslated copy of it.
            for (field, value) in record.texts where value.source == nil && value.text != nil {
                guard let source = sources[record.message]?[field] else { continue }
                votes[record.locale, default: (0, 0)].all += 1
                if source == value.text { votes[record.locale]?.same += 1 }
            }
        }
        return votes.filter { $0.value.same * 5 >= $0.value.all * 4 }
            .max { ($0.value.same, $1.key) < ($1.value.same, $0.key) }?.key
    }

    /// A guess for a delivery without source texts.
    private func likelySource() -> StoreLocale? {
        guard !catalog.records.contains(where: { $0.fields.values.contains { $0.source != nil } }) else { return nil }
        let locales = Set(catalog.records.map(\.locale))
        return locales.count > 1 ? StoreLocale.likelySource(among: locales) : nil
    }

    /// Formats such as `.strings` contain no source texts: those of the source locale's own records are used.
    private mutating func completeSources(_ resolver: LocaleResolver) {
        let named = sourceLanguages.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
        let said = sourceLocale ?? named.flatMap { resolver.resolve($0).locale } ?? inferredSource()
        guard let source = said ?? likelySource() else { return }
        catalog.isSourceAssumed = said == nil
        catalog.sourceLanguage = source.guessable
        catalog.sourceLocale = source
        var texts: [String: [Field: MessageRecord.Text]] = [:]
        for record in catalog.records where record.locale == source { texts[record.message] = record.fields }
        guard !texts.isEmpty else { return }
        for index in catalog.records.indices where catalog.records[index].locale != source {
            guard let own = texts[catalog.records[index].message] else { continue }
            for (field, value) in catalog.records[index].fields where value.source == nil {
                catalog.records[index].fields[field]?.source = own[field]?.text
            }
        }
    }

    /// Copies the records of each original into the locales that have no text of the message.
    private mutating func copyRecords() {
        guard !originals.isEmpty else { return }
        for records in Dictionary(grouping: catalog.records, by: \.message).values {
            // Of an empty column, or of a file that came along untranslated, nothing counts as delivered.
            let delivered = records.filter { $0.texts.values.contains { $0.state != .untranslated } }
            let byLocale = Dictionary(delivered.map { ($0.locale, $0) }) { first, _ in first }
            for (locale, original) in originals where byLocale[locale] == nil {
                guard var copy = byLocale[original] else { continue }
                copy.locale = locale
                copy.copiedFrom = original
                copy.fields[.messageIdentifier] = nil
                catalog.copies.append(copy)
            }
        }
        catalog.copies.sort { ($0.message, $0.locale) < ($1.message, $1.locale) }
        let copied = Set(catalog.copies.map { Slot(message: $0.message, deliveredLocale: $0.locale.code) })
        catalog.records.removeAll { copied.contains(Slot(message: $0.message, deliveredLocale: $0.locale.code)) }
        catalog.unitsUsed = catalog.records.reduce(0) { $0 + $1.fields.count }
    }

    private static func duplicate(
        at place: Place,
        _ first: MessageRecord.Text,
        _ second: MessageRecord.Text
    ) -> Catalog.Duplicate {
        Catalog.Duplicate(
            message: place.message,
            locale: place.locale,
            field: place.field,
            first: first.location,
            second: second.location
        )
    }

    private mutating func countOther(_ key: String, _ location: SourceLocation, _ locale: String? = nil) {
        countOthers(1)
        name(OtherUnit(key: key, locale: locale, location: location))
    }
}

extension Int {
    fileprivate mutating func raise(to other: Int) { self = Swift.max(self, other) }
}
