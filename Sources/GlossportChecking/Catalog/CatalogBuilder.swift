package import GlossportProject
package import GlossportReading

/// Collects units into message records.
///
/// Units of other app strings are counted and dropped, so memory grows with the messages, not with the delivery.
package struct CatalogBuilder: Sendable {
    /// Excludes only units that ``add(_:)`` would merely count.
    package var filter: KeyFilter { keys.filter }

    private var keys: KeyPattern
    let project: Project
    /// Files without a used unit so far, by path, with some of their keys.
    private var unusedFiles: [String: UnusedFile] = [:]
    private var usedFile = ""
    /// The number of files per declared source language.
    private(set) var sourceLanguages: [String: Int] = [:]

    var catalog = Catalog()
    /// The texts without a package mark.
    private(set) var records: [Slot: [Field: Delivered]] = [:]
    /// The winning text of returned packages, by field: the newest usable one; if there is none, the newest unusable
    /// one.
    private(set) var returned: [Slot: [Field: Delivered]] = [:]
    /// The newest non-empty but unusable text in returned packages, by field.
    private(set) var drafts: [Slot: [Field: Delivered]] = [:]
    var losers = Counted<Loser>()
    private let resolver: LocaleResolver
    private var locales: [String: (units: Int, first: SourceLocation)] = [:]
    private var suspects: [Suspect] = []
    private var delivery = 0
    private(set) var corrections: Set<Int> = []
    private(set) var duplicates = Counted<Noted>()
    private(set) var repetitions = Counted<Noted>()
    private(set) var unknownFields = Counted<Unknown>()

    struct Delivered {
        var text: MessageRecord.Text
        var delivery: Int

        var isUsable: Bool { text.text != nil }

        /// Whether another package's text replaces this one.
        ///
        /// An unfinished text never replaces a usable one, so no text is lost if a vendor returns an incomplete
        /// package.
        func yields(to other: Delivered) -> Bool {
            isUsable == other.isUsable ? other.isNewer(than: self) : other.isUsable
        }

        /// Whether this text is from a newer package, or from a later delivery of the same package.
        func isNewer(than other: Delivered) -> Bool {
            guard let own = text.mark, let mark = other.text.mark, own != mark else { return other.delivery < delivery }
            return mark < own
        }
    }

    struct Noted {
        var fieldKey: FieldKey
        var first: SourceLocation
        var second: Delivered
    }

    struct Loser {
        var fieldKey: FieldKey
        var text: MessageRecord.Text
    }

    struct Unknown {
        var field: Catalog.UnknownField
        var delivery: Int
        var mark: PackageMark?
    }

    /// A field of a record; its locale is a vendor's identifier or an App Store locale.
    struct FieldKey: Hashable {
        var message: String
        var locale: String
        var field: Field
    }

    struct Slot: Hashable {
        var message: String
        var deliveredLocale: String
    }

    private struct Suspect {
        var unknown: Unknown
        var key: String
    }

    /// The maximum number of keys with an unknown field to keep until it is clear whether their message exists.
    private static let keptSuspects = 10_000

    /// The maximum number of distinct locales; more suggest that a column with other values was read as the locale.
    package static let maximumLocales = 1_000

    /// The maximum number of message records: five times the capacity of the service.
    static let maximumRecords = 10_000

    package init(project: Project) {
        self.project = project
        keys = project.keys
        resolver = LocaleResolver(map: project.locales.map, allowsFallback: project.locales.fallback)
    }

    /// Begins a delivery; later units belong to it.
    ///
    /// - Parameter replaces: Whether its texts replace earlier ones for the same fields.
    mutating func beginDelivery(replaces: Bool) {
        delivery += 1
        if replaces { corrections.insert(delivery) }
    }

    /// Sets the key pattern for the following units; `nil` for the project's pattern.
    mutating func use(_ keys: KeyPattern?) { self.keys = keys ?? project.keys }

    /// Adds a unit of the current delivery.
    ///
    /// The keys of a package are matched with the project's pattern, even if the delivery has another one. Returns the
    /// mark of the unit's package; `nil` if there is none, or the package was not made for the unit.
    @discardableResult
    package mutating func add(_ unit: TranslationUnit) -> PackageMark? {
        let notes = PackageMark.InNotes(unit.notes)
        let mark = notes.mark.flatMap { isForeign($0, unit) ? nil : $0 }
        if let damaged = notes.damaged { addForeign(.damaged(damaged), at: unit.location) }
        switch (notes.mark == nil ? keys : project.keys).match(unit.key) {
        case .none: countOther(unit.key, unit.location, unit.locale)
        case .unknownField(let message, let name):
            let field = Catalog.UnknownField(
                message: message,
                name: name,
                locale: unit.locale,
                location: unit.location,
                text: unit.target
            )
            let unknown = Unknown(field: field, delivery: delivery, mark: mark)
            if project.messages[message] != nil {
                unknownFields.append(unknown)
            } else if project.messages.isEmpty, suspects.count < Self.keptSuspects {
                suspects.append(Suspect(unknown: unknown, key: unit.key))
                recordOther(OtherUnit(key: unit.key, locale: unit.locale, location: unit.location))
            } else {
                countOther(unit.key, unit.location, unit.locale)
            }
        case .field(let message, let field):
            recordUse(of: unit.location.path)
            add(unit, message: message, field: field, notes.others, mark)
        }
        return mark
    }

    /// Records a unit that a reader skipped, as an example; ``countOthers(_:)`` counts it.
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

    /// Enough keys to recognize a pattern.
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

    /// The unused files whose keys mostly match another pattern, which yields a complete message.
    private func otherKeyFiles(_ resolver: LocaleResolver) -> [Catalog.OtherKeyFile] {
        let listed = Set(project.messages.keys.map(\.lettersAndDigits))
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

    /// Records the source language that a file declares.
    mutating func recordSource(_ identifier: String) { sourceLanguages[identifier, default: 0] += 1 }

    mutating func countOthers(_ count: Int) { catalog.otherKeys.count += count }

    // MARK: Texts

    private mutating func add(
        _ unit: TranslationUnit,
        message: String,
        field: Field,
        _ notes: [String],
        _ mark: PackageMark?
    ) {
        guard project.names(message) else {
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
        guard records.count + returned.count < Self.maximumRecords || records[slot] ?? returned[slot] != nil else {
            Catalog.Excess.add(to: &catalog.unitsOfFurtherRecords, message, at: unit.location)
            return
        }
        locales[locale, default: (0, unit.location)].units += 1
        let text = MessageRecord.Text(
            text: unit.state >= project.locales.minimumState ? unit.target : nil,
            delivered: unit.target,
            source: unit.source,
            key: unit.key,
            notes: notes,
            state: unit.state,
            location: unit.location,
            mark: mark
        )
        let fieldKey = FieldKey(message: message, locale: locale, field: field)
        let new = Delivered(text: text, delivery: delivery)
        if mark == nil { add(new, at: fieldKey, in: slot) } else { addReturned(new, at: fieldKey, in: slot) }
    }

    private mutating func add(_ new: Delivered, at fieldKey: FieldKey, in slot: Slot) {
        guard let first = records[slot]?[fieldKey.field], !corrects(delivery, first.delivery) else {
            if let first = records[slot]?[fieldKey.field] { lose(first, to: new, at: fieldKey) }
            records[slot, default: [:]][fieldKey.field] = new
            return
        }
        let isSame = first.text.delivered == new.text.delivered
        // If the same text is delivered in two states, the usable one wins.
        if isSame, !first.isUsable, new.isUsable {
            records[slot]?[fieldKey.field] = Delivered(text: new.text, delivery: first.delivery)
        }
        let noted = Noted(fieldKey: fieldKey, first: first.text.location, second: new)
        if !isSame {
            duplicates.append(noted)
        } else if first.delivery == delivery, !corrections.contains(delivery) {
            // Repeating a text in a correction is harmless, so only repetitions within one delivery count.
            repetitions.append(noted)
        }
    }

    /// Adds a text of a returned package.
    ///
    /// The newest usable text wins; of two from the same package, the one in the later delivery. Within one delivery,
    /// the order of files is arbitrary, so two different texts from the same package are duplicates.
    private mutating func addReturned(_ new: Delivered, at fieldKey: FieldKey, in slot: Slot) {
        if !new.isUsable, new.text.delivered != nil, drafts[slot]?[fieldKey.field].map({ $0.yields(to: new) }) ?? true {
            drafts[slot, default: [:]][fieldKey.field] = new
        }
        guard let first = returned[slot]?[fieldKey.field] else {
            returned[slot, default: [:]][fieldKey.field] = new
            return
        }
        if new.yields(to: first) {
            lose(new, to: first, at: fieldKey)
        } else if first.yields(to: new) {
            lose(first, to: new, at: fieldKey)
            returned[slot]?[fieldKey.field] = new
        } else if new.isUsable, new.text.delivered != first.text.delivered {
            duplicates.append(Noted(fieldKey: fieldKey, first: first.text.location, second: new))
        }
    }

    /// Records a text that was replaced, unless the replacement is equal.
    mutating func lose(_ loser: Delivered, to winner: Delivered?, at fieldKey: FieldKey) {
        guard let target = loser.text.delivered, target != winner?.text.delivered else { return }
        losers.append(Loser(fieldKey: fieldKey, text: loser.text))
    }

    // MARK: Packages

    /// Whether a package was not made for the text in it.
    ///
    /// If so, it is counted, and the text is treated as if it were not from a package.
    private mutating func isForeign(_ mark: PackageMark, _ unit: TranslationUnit) -> Bool {
        if let name = mark.vendor, !project.vendors.isEmpty, !project.vendors.contains(where: { $0.name == name }) {
            addForeign(.unknownVendor(name), at: unit.location)
            return true
        }
        guard let locale = unit.locale.flatMap({ resolver.resolve($0).locale }),
            !project.vendors.translates(mark.vendor, locale)
        else { return false }
        addForeign(.otherLocale(locale, vendor: mark.vendor), at: unit.location)
        return true
    }

    private mutating func addForeign(_ reason: Catalog.ForeignPackage.Reason, at place: SourceLocation) {
        catalog.foreignPackages[place.path, default: .init(reason: reason, first: place)].count += 1
    }

    private func corrects(_ one: Int, _ other: Int) -> Bool { one > other && corrections.contains(one) }

    /// Resolves the locales, which requires that all identifiers are known, and returns the catalog.
    package consuming func finish() -> Catalog {
        let settings = project.locales
        let delivered = Set(locales.keys)
        let resolver = LocaleResolver(map: settings.map, allowsFallback: settings.fallback, delivered: delivered)
        var resolutions: [String: LocaleResolution] = [:]
        for locale in delivered { resolutions[locale] = resolver.resolve(locale) }
        let known = Set(records.keys.map(\.message)).union(returned.keys.map(\.message))
        for suspect in suspects {
            if known.contains(suspect.unknown.field.message) {
                unknownFields.append(suspect.unknown)
            } else {
                countOther(suspect.key, suspect.unknown.field.location)
            }
        }
        let misspelled = merge(resolutions)
        let uncertain = Dictionary(
            grouping: records.filter { resolutions[$0.key.deliveredLocale]?.locale == nil },
            by: \.key.deliveredLocale
        )
        for (delivered, resolution) in resolutions.sorted(by: { $0.key < $1.key }) {
            guard let use = locales[delivered], !misspelled.contains(delivered) else { continue }
            var uses = Catalog.LocaleUse(
                delivered: delivered,
                resolution: resolution,
                units: use.units,
                first: use.first
            )
            for (slot, texts) in uncertain[delivered] ?? [] {
                uses.places[slot.message] = texts.mapValues(\.text.location)
            }
            catalog.locales.append(uses)
        }
        completeSources(resolver)
        copyRecords()
        catalog.otherKeyFiles = otherKeyFiles(resolver)
        return catalog
    }

    private mutating func countOther(_ key: String, _ location: SourceLocation, _ locale: String? = nil) {
        countOthers(1)
        name(OtherUnit(key: key, locale: locale, location: location))
    }
}
