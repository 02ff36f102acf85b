package import GlossportProject
package import GlossportReading

/// All message records of a run, and what became of every unit that is not in one of them.
///
/// A value without judgement: rules turn what is in it into findings.
package struct Catalog: Sendable {
    /// The delivered records, by message, then locale; rules look at these alone.
    package var records: [MessageRecord] = []
    /// The same texts for other locales (`locales.also`), by message, then locale.
    package var copies: [MessageRecord] = []
    /// Everything that there is to show, by message, then locale.
    package var recordsWithCopies: [MessageRecord] {
        copies.isEmpty ? records : (records + copies).sorted { ($0.message, $0.locale) < ($1.message, $1.locale) }
    }
    /// Every locale that was delivered, with what it was taken for.
    package var locales: [LocaleUse] = []
    /// Second and further texts for one field of one record that differ from the first, which stays in the record.
    package var duplicates = Counted<Duplicate>()
    /// Those that are the same as the first.
    package var repetitions = Counted<Duplicate>()
    /// Texts that are not used, because others replace them, sorted; those that are the same as the others are not among them.
    package var replaced = Counted<Replaced>()
    /// Texts that came back in packages changed, but in a state that is not finished: each is newer than the text that its field has, and not used.
    package var unfinished: [TextSlot: MessageRecord.Text] = [:]
    /// Packages' texts that replace none, because the package is not for them: for each file the first, and how many there are.
    var foreignPackages: [String: ForeignPackage] = [:]
    /// Keys of one of our messages with a field that no message has.
    package var unknownFields = Counted<UnknownField>()
    /// Messages that were delivered but are not listed under the project file's `messages`, with the first place of
    /// each.
    var unlistedMessages: [String: SourceLocation] = [:]
    /// Units without any locale: for each file the first, and how many there are.
    package var unitsWithoutLocale: [String: (first: KeyedPlace, count: Int)] = [:]
    /// Units in locales beyond ``CatalogBuilder/maximumLocales``.
    package var unitsInFurtherLocales: Excess?
    /// Units of message records beyond ``CatalogBuilder/maximumRecords``.
    var unitsOfFurtherRecords: Excess?
    /// Units whose key is not one of a retention message: the rest of the app's strings.
    package var otherKeys = OtherKeys()
    /// The files of which no unit belongs to a message, although most keys have another pattern.
    package var otherKeyFiles: [OtherKeyFile] = []
    /// The records' images.
    package var images = ImageInventory()
    /// The language from which the others are translated, as ``LanguageGuess`` names it; `nil` where nothing says so.
    package var sourceLanguage: String?
    /// The locale in that language whose texts stand in for sources that files don't carry.
    package var sourceLocale: StoreLocale?
    /// Whether that is only likely: neither the project file nor any other file says it.
    package var isSourceAssumed = false
    /// The texts of earlier imports, where a journal was read.
    package var sent = SentTexts()
    /// The language of the source texts: what is said of it, else what they seem to be in.
    var languageOfSources: String? { sourceLanguage ?? languages.sources?.language }
    /// The languages that the records' texts seem to be in.
    package var languages = LanguageInventory()
    /// The words of the records' texts that dictionaries lack.
    package var spelling = SpellingInventory()
    /// Units used in a record.
    package var unitsUsed = 0
    /// Units used in a record of a locale or message that was not selected.
    package var unitsNotSelected = 0

    /// Units beyond a limit, which are counted and not looked at.
    package struct Excess: Sendable, Hashable {
        package var count = 0
        /// The locale or message of the first of them.
        package var name: String
        package var first: SourceLocation

        static func add(to excess: inout Excess?, _ name: String, at place: SourceLocation) {
            var counted = excess ?? Excess(name: name, first: place)
            counted.count += 1
            excess = counted
        }

        /// The number of units, with the noun.
        var units: String { count == 1 ? "1 unit" : "\(count) units" }
    }

    /// A delivered locale.
    package struct LocaleUse: Sendable, Hashable, Encodable {
        /// As the vendor wrote it.
        package var delivered: String
        package var resolution: LocaleResolution
        /// Units of ours in it.
        package var units: Int
        /// The first of them.
        package var first: SourceLocation
        /// The places of their texts by message, if the locale is uncertain.
        package var places: [String: [Field: SourceLocation]] = [:]

        private enum CodingKeys: CodingKey {
            case delivered, resolution, units
        }
    }

    /// Two texts for the same thing.
    package struct Duplicate: Sendable, Hashable {
        package var message: String
        package var locale: String
        package var field: Field
        package var first: SourceLocation
        package var second: SourceLocation
        /// The second text.
        package var text: String?
    }

    /// A text that is not used, because another one replaces it.
    package struct Replaced: Sendable, Hashable, Encodable {
        package var message: String
        package var locale: StoreLocale
        package var field: Field
        /// The place of the text.
        package var place: SourceLocation
        /// The place of the text that is used.
        package var winner: SourceLocation
        /// The state of the text, if it is one of ``Catalog/unfinished``.
        package var unfinished: TranslationState?
    }

    /// Texts of a package that replace none.
    package struct ForeignPackage: Sendable, Hashable {
        package var reason: Reason
        /// The first of them.
        package var first: SourceLocation
        package var count = 0

        package enum Reason: Sendable, Hashable {
            /// The project has no vendor of this name.
            case unknownVendor(String)
            /// The vendor does not translate this locale; `nil` if the package names none.
            case otherLocale(StoreLocale, vendor: String?)
            /// The note begins like the ID of a package and is damaged.
            case damaged(String)
        }
    }

    /// A file whose keys have a pattern of their own.
    package struct OtherKeyFile: Sendable, Hashable {
        package var first: SourceLocation
        package var pattern: KeyPattern
        package var locales: Set<StoreLocale>
        /// The messages that the pattern makes of its first keys.
        package var messages: Set<String>

        /// A message whose name the file writes in another way, with the right name; `nil` if it has a message under its own name.
        func respelling(of names: Set<String>) -> (theirs: String, ours: String)? {
            guard messages.isDisjoint(with: names) else { return nil }
            let ours = Dictionary(names.map { ($0.lettersAndDigits, $0) }, uniquingKeysWith: min)
            for theirs in messages.sorted() {
                if let ours = ours[theirs.lettersAndDigits] { return (theirs, ours) }
            }
            return nil
        }
    }

    /// A key of a known message with an unknown field.
    package struct UnknownField: Sendable, Hashable {
        package var message: String
        package var name: String
        package var locale: String?
        package var location: SourceLocation
        package var text: String?
    }

    /// A key and its place.
    package struct KeyedPlace: Sendable, Hashable {
        package var key: String
        package var location: SourceLocation
    }

    /// Units that belong to no message; all counted, the first few kept to show.
    package struct OtherKeys: Sendable, Hashable {
        package var count = 0
        package var first: [KeyedPlace] = []
        package static let kept = ReaderLimits.namedOthers
    }
}
