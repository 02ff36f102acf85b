package import GlossportProject
package import GlossportReading

/// All message records of a run, and facts about the units that are in no record.
///
/// The catalog contains facts only; rules derive findings from them.
package struct Catalog: Sendable {
    /// The delivered records, sorted by message, then locale.
    ///
    /// Rules check the texts of these only; for rules about missing texts, ``copies`` count as delivered.
    package var records: [MessageRecord] = []
    /// Copies of records for other locales (`locales.also`), sorted by message, then locale.
    package var copies: [MessageRecord] = []
    package var recordsWithCopies: [MessageRecord] {
        copies.isEmpty ? records : (records + copies).sorted { ($0.message, $0.locale) < ($1.message, $1.locale) }
    }
    package var locales: [LocaleUse] = []
    /// Further texts for a field that differ from the first one, which stays in the record.
    package var duplicates = Counted<Duplicate>()
    /// Further texts for a field that are equal to the first one.
    package var repetitions = Counted<Duplicate>()
    /// Texts that are not used because different texts replace them, sorted.
    package var replaced = Counted<Replaced>()
    /// Changed but unfinished texts in returned packages, which are newer than the text in use.
    package var unfinished: [TextSlot: MessageRecord.Text] = [:]
    /// Texts whose package was not made for them, so that they replace no other texts: the first one and their number,
    /// by file.
    var foreignPackages: [String: ForeignPackage] = [:]
    /// Keys of a known message whose field name is unknown.
    package var unknownFields = Counted<UnknownField>()
    /// Delivered messages that are not under the project file's `messages`, each with its first place.
    var unlistedMessages: [String: SourceLocation] = [:]
    /// Units without a locale: the first one and their number, by file.
    package var unitsWithoutLocale: [String: (first: KeyedPlace, count: Int)] = [:]
    /// Units in locales beyond ``CatalogBuilder/maximumLocales``.
    package var unitsInFurtherLocales: Excess?
    /// Units of message records beyond ``CatalogBuilder/maximumRecords``.
    var unitsOfFurtherRecords: Excess?
    /// Units that are not part of a retention message, such as the app's other strings.
    package var otherKeys = OtherKeys()
    /// Files without any unit of a message, whose keys mostly match another pattern.
    package var otherKeyFiles: [OtherKeyFile] = []
    package var images = ImageInventory()
    /// The source language, as ``LanguageGuess`` names it; `nil` if unknown.
    package var sourceLanguage: String?
    /// The locale of that language, whose texts are the sources for files without source texts.
    package var sourceLocale: StoreLocale?
    /// Whether ``sourceLocale`` is a guess, because nothing declares it and no file contains source texts.
    package var isSourceAssumed = false
    /// The texts of earlier imports; empty unless a journal was read.
    package var sent = SentTexts()
    /// The language of the source texts: the declared one, otherwise the detected one.
    var languageOfSources: String? { sourceLanguage ?? languages.sources?.language }
    /// The detected languages of the records' texts.
    package var languages = LanguageInventory()
    package var spelling = SpellingInventory()
    package var unitsUsed = 0
    /// The number of units in records whose locale or message was not selected.
    package var unitsNotSelected = 0

    /// Units beyond a limit, which are counted but not examined.
    package struct Excess: Sendable, Hashable {
        package var count = 0
        /// The locale or message of the first one.
        package var name: String
        package var first: SourceLocation

        static func add(to excess: inout Excess?, _ name: String, at place: SourceLocation) {
            var counted = excess ?? Excess(name: name, first: place)
            counted.count += 1
            excess = counted
        }

        var units: String { count == 1 ? "1 unit" : "\(count) units" }
    }

    package struct LocaleUse: Sendable, Hashable, Encodable {
        /// The identifier that the vendor wrote.
        package var delivered: String
        package var resolution: LocaleResolution
        /// The number of units of messages in this locale.
        package var units: Int
        /// The place of the first of these units.
        package var first: SourceLocation
        /// The places of the texts by message; only if the locale is unresolved.
        package var places: [String: [Field: SourceLocation]] = [:]

        private enum CodingKeys: CodingKey {
            case delivered, resolution, units
        }
    }

    package struct Duplicate: Sendable, Hashable {
        package var message: String
        package var locale: String
        package var field: Field
        package var first: SourceLocation
        package var second: SourceLocation
        package var text: String?
    }

    /// A text that is not used, because another one replaces it.
    package struct Replaced: Sendable, Hashable, Encodable {
        package var message: String
        package var locale: StoreLocale
        package var field: Field
        package var place: SourceLocation
        package var winner: SourceLocation
        /// The state of the text if it is in ``Catalog/unfinished``.
        package var unfinished: TranslationState?
    }

    package struct ForeignPackage: Sendable, Hashable {
        package var reason: Reason
        package var first: SourceLocation
        package var count = 0

        package enum Reason: Sendable, Hashable {
            /// The project has no vendor with this name.
            case unknownVendor(String)
            /// The package's vendor does not translate this locale; `nil` if the package names no vendor.
            case otherLocale(StoreLocale, vendor: String?)
            /// A note begins like the ID of a package but is damaged.
            case damaged(String)
        }
    }

    package struct OtherKeyFile: Sendable, Hashable {
        package var first: SourceLocation
        package var pattern: KeyPattern
        package var locales: Set<StoreLocale>
        /// The messages that the pattern finds in the file's first keys.
        package var messages: Set<String>

        /// A message's name in this file and the project's different spelling of it; `nil` if the file spells a message
        /// correctly, or no name is similar.
        func respelling(of names: Set<String>) -> (theirs: String, ours: String)? {
            guard messages.isDisjoint(with: names) else { return nil }
            let ours = Dictionary(names.map { ($0.lettersAndDigits, $0) }, uniquingKeysWith: min)
            for theirs in messages.sorted() {
                if let ours = ours[theirs.lettersAndDigits] { return (theirs, ours) }
            }
            return nil
        }
    }

    package struct UnknownField: Sendable, Hashable {
        package var message: String
        package var name: String
        package var locale: String?
        package var location: SourceLocation
        package var text: String?
    }

    package struct KeyedPlace: Sendable, Hashable {
        package var key: String
        package var location: SourceLocation
    }

    /// Units that belong to no message: their number, and the first few as examples.
    package struct OtherKeys: Sendable, Hashable {
        package var count = 0
        package var first: [KeyedPlace] = []
        package static let kept = ReaderLimits.namedOthers
    }
}
