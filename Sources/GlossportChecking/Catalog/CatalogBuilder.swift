package import GlossportProject
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
    let sourceLocale: StoreLocale?
    let originals: [StoreLocale: StoreLocale]
    /// The source languages that files name, and how often.
    private(set) var sourceLanguages: [String: Int] = [:]

    var catalog = Catalog()
    /// The texts that came in no package.
    private(set) var records: [Slot: [Field: Delivered]] = [:]
    /// The texts that came back in packages: the newest usable one of each field.
    private(set) var returned: [Slot: [Field: Delivered]] = [:]
    /// The newest unusable text of a package for each field, if it has any text.
    private(set) var drafts: [Slot: [Field: Delivered]] = [:]
    /// Texts in whose place others are.
    var losers = Counted<Loser>()
    private let vendors: [Project.Vendor]
    private let resolver: LocaleResolver
    private var locales: [String: (units: Int, first: SourceLocation)] = [:]
    private var suspects: [Suspect] = []
    /// The number of the delivery that is being read.
    private var delivery = 0
    /// The deliveries that correct those before them.
    private(set) var corrections: Set<Int> = []
    private(set) var duplicates = Counted<Noted>()
    private(set) var repetitions = Counted<Noted>()
    private(set) var unknownFields = Counted<Unknown>()

    /// A text, and the delivery that it came with.
    struct Delivered {
        var text: MessageRecord.Text
        var delivery: Int

        var isUsable: Bool { text.text != nil }

        /// Whether another text of a package takes the place of this one.
        ///
        /// An unfinished text never takes the place of a usable one: a vendor who sends a package back half done loses nothing.
        func yields(to other: Delivered) -> Bool {
            isUsable == other.isUsable ? other.isNewer(than: self) : other.isUsable
        }

        /// Whether this text is of a newer package than another one, or was delivered later in the same package.
        func isNewer(than other: Delivered) -> Bool {
            guard let own = text.mark, let mark = other.text.mark, own != mark else { return other.delivery < delivery }
            return mark < own
        }
    }

    /// The second text of a field, and the place of the first.
    struct Noted {
        var place: Place
        var first: SourceLocation
        var second: Delivered
    }

    /// A text in whose place another one is.
    struct Loser {
        var place: Place
        var text: MessageRecord.Text
    }

    /// A key with an unknown field, and what it came with.
    struct Unknown {
        var field: Catalog.UnknownField
        var delivery: Int
        var mark: PackageMark?
    }

    /// A field of a record, whatever its locale is called.
    struct Place: Hashable {
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

    /// Keys with an unknown field that are kept until it is clear whether their message is one of ours.
    private static let keptSuspects = 10_000

    /// The maximum number of distinct locales; with more, a column of other values was read as the locale.
    package static let maximumLocales = 1_000

    /// The message records that are looked at: five times the capacity of the service.
    static let maximumRecords = 10_000

    /// - Parameters:
    ///   - keys: How keys name messages and fields.
    ///   - listedMessages: The project file's `messages`; if there are any, others are not imported.
    ///   - minimumState: Texts below it count as missing.
    ///   - map: The project file's `locales.map`.
    ///   - allowsFallback: The project file's `locales.fallback`.
    ///   - sourceLocale: The project file's `locales.source`.
    ///   - originals: The project file's `locales.also`.
    ///   - vendors: The project's vendors; without any, packages of all count.
    package init(
        keys: KeyPattern = .standard,
        listedMessages: Set<String> = [],
        minimumState: TranslationState = .translated,
        map: [String: StoreLocale] = [:],
        allowsFallback: Bool = false,
        sourceLocale: StoreLocale? = nil,
        originals: [StoreLocale: StoreLocale] = [:],
        vendors: [Project.Vendor] = []
    ) {
        self.keys = keys
        projectKeys = keys
        self.listedMessages = listedMessages
        self.minimumState = minimumState
        self.map = map
        self.allowsFallback = allowsFallback
        self.sourceLocale = sourceLocale
        self.originals = originals
        self.vendors = vendors
        resolver = LocaleResolver(map: map, allowsFallback: allowsFallback)
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
            originals: project.locales.originals,
            vendors: project.vendors
        )
    }

    /// Says that the units from here on are of another delivery.
    ///
    /// - Parameter replaces: Whether its texts take the place of those that came before for the same fields.
    mutating func beginDelivery(replaces: Bool) {
        delivery += 1
        if replaces { corrections.insert(delivery) }
    }

    /// Says how the keys from here on name messages and fields; `nil` for the project's pattern.
    mutating func use(_ keys: KeyPattern?) { self.keys = keys ?? projectKeys }

    /// Takes one unit.
    ///
    /// A unit of a package has a key of the project's pattern, whatever the delivery's is.
    ///
    /// - Parameter unit: A unit of the delivery that began last.
    /// - Returns: The package that it came back in.
    @discardableResult
    package mutating func add(_ unit: TranslationUnit) -> PackageMark? {
        let notes = PackageMark.InNotes(unit.notes)
        let mark = notes.mark.flatMap { isForeign($0, unit) ? nil : $0 }
        if let damaged = notes.damaged { addForeign(.damaged(damaged), at: unit.location) }
        switch (notes.mark == nil ? keys : projectKeys).match(unit.key) {
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
            if listedMessages.contains(message) {
                unknownFields.append(unknown)
            } else if listedMessages.isEmpty, suspects.count < Self.keptSuspects {
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
    mutating func recordSource(_ identifier: String) { sourceLanguages[identifier, default: 0] += 1 }

    /// Counts the units that a reader has passed over.
    mutating func countOthers(_ count: Int) { catalog.otherKeys.count += count }

    // MARK: Texts

    private mutating func add(
        _ unit: TranslationUnit,
        message: String,
        field: Field,
        _ notes: [String],
        _ mark: PackageMark?
    ) {
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
        guard records.count + returned.count < Self.maximumRecords || records[slot] ?? returned[slot] != nil else {
            Catalog.Excess.add(to: &catalog.unitsOfFurtherRecords, message, at: unit.location)
            return
        }
        locales[locale, default: (0, unit.location)].units += 1
        let text = MessageRecord.Text(
            text: unit.state >= minimumState ? unit.target : nil,
            delivered: unit.target,
            source: unit.source,
            key: unit.key,
            notes: notes,
            state: unit.state,
            location: unit.location,
            mark: mark
        )
        let place = Place(message: message, locale: locale, field: field)
        let new = Delivered(text: text, delivery: delivery)
        if mark == nil { add(new, at: place, in: slot) } else { addReturned(new, at: place, in: slot) }
    }

    private mutating func add(_ new: Delivered, at place: Place, in slot: Slot) {
        guard let first = records[slot]?[place.field], !corrects(delivery, first.delivery) else {
            if let first = records[slot]?[place.field] { lose(first, to: new, at: place) }
            records[slot, default: [:]][place.field] = new
            return
        }
        let isSame = first.text.delivered == new.text.delivered
        // Of one text in two states, the usable one counts.
        if isSame, !first.isUsable, new.isUsable {
            records[slot]?[place.field] = Delivered(text: new.text, delivery: first.delivery)
        }
        let noted = Noted(place: place, first: first.text.location, second: new)
        if !isSame {
            duplicates.append(noted)
        } else if first.delivery == delivery, !corrections.contains(delivery) {
            // A vendor who delivers a corrected text twice does no harm.
            repetitions.append(noted)
        }
    }

    /// Takes a text of a package: the newest usable one wins, and of two from one package the one that is delivered later.
    ///
    /// Within a delivery the order of files means nothing, so that two texts from one package contradict each other.
    private mutating func addReturned(_ new: Delivered, at place: Place, in slot: Slot) {
        if !new.isUsable, new.text.delivered != nil, drafts[slot]?[place.field].map({ $0.yields(to: new) }) ?? true {
            drafts[slot, default: [:]][place.field] = new
        }
        guard let first = returned[slot]?[place.field] else {
            returned[slot, default: [:]][place.field] = new
            return
        }
        if new.yields(to: first) {
            lose(new, to: first, at: place)
        } else if first.yields(to: new) {
            lose(first, to: new, at: place)
            returned[slot]?[place.field] = new
        } else if new.isUsable, new.text.delivered != first.text.delivered {
            duplicates.append(Noted(place: place, first: first.text.location, second: new))
        }
    }

    /// Keeps in mind that a text has to give way, if it says anything else.
    mutating func lose(_ loser: Delivered, to winner: Delivered?, at place: Place) {
        guard let target = loser.text.delivered, target != winner?.text.delivered else { return }
        losers.append(Loser(place: place, text: loser.text))
    }

    // MARK: Packages

    /// Whether a package is not for the text in it, which is counted: then the text is one like any other.
    private mutating func isForeign(_ mark: PackageMark, _ unit: TranslationUnit) -> Bool {
        if let name = mark.vendor, !vendors.isEmpty, !vendors.contains(where: { $0.name == name }) {
            addForeign(.unknownVendor(name), at: unit.location)
            return true
        }
        guard let locale = unit.locale.flatMap({ resolver.resolve($0).locale }),
            !vendors.translates(mark.vendor, locale)
        else { return false }
        addForeign(.otherLocale(locale, vendor: mark.vendor), at: unit.location)
        return true
    }

    private mutating func addForeign(_ reason: Catalog.ForeignPackage.Reason, at place: SourceLocation) {
        catalog.foreignPackages[place.path, default: .init(reason: reason, first: place)].count += 1
    }

    /// Whether the texts of one delivery take the place of another one's.
    private func corrects(_ one: Int, _ other: Int) -> Bool { one > other && corrections.contains(one) }

    /// Resolves locales, now that all are known, and gives the catalog.
    package consuming func finish() -> Catalog {
        let resolver = LocaleResolver(map: map, allowsFallback: allowsFallback, delivered: Set(locales.keys))
        var resolutions: [String: LocaleResolution] = [:]
        for delivered in locales.keys { resolutions[delivered] = resolver.resolve(delivered) }
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
