package import GlossportReading

/// The contents of a new project file, as far as they could be found.
package struct ProjectDraft: Sendable, Hashable {
    /// The bundle ID.
    package var app: String
    package var environment = ServiceEnvironment.sandbox
    package var issuerID: String?
    package var keyID: String?
    /// The `.p8` file, relative to the project file.
    package var privateKeyFile: String?
    /// Files and folders with translations, relative to the project file.
    package var deliveries: [String] = []
    package var keys = KeyPattern.standard
    /// The patterns of deliveries whose keys are made otherwise.
    package var otherKeys: [String: KeyPattern] = [:]
    /// Reader options of deliveries, by path.
    package var options: [String: Options] = [:]
    /// Names that are unchanged in nearly all translations.
    package var names: [String] = []
    /// The locales in which all that was found is delivered.
    package var expected: [StoreLocale] = []
    /// The locale from which the others are translated, if the files show it.
    package var source: StoreLocale?
    /// Vendors' names of locales that may mean several of the App Store's.
    package var uncertain: [Uncertain] = []
    package var messages: [Message] = []
    /// Pictures of a bullet point's size, relative to the project file.
    package var icons: [String] = []

    /// The options of a reader that were found to be needed.
    package struct Options: Sendable, Hashable {
        package var values: [String: String] = [:]
        /// Sheets that hold terms or notes.
        package var ignoredSheets: [String] = []

        package init(values: [String: String] = [:], ignoredSheets: [String] = []) {
            (self.values, self.ignoredSheets) = (values, ignoredSheets)
        }

        package var isEmpty: Bool { values.isEmpty && ignoredSheets.isEmpty }
    }

    /// A vendor's locale that could be one of several.
    package struct Uncertain: Sendable, Hashable {
        package var delivered: String
        package var candidates: [StoreLocale]

        package init(delivered: String, candidates: [StoreLocale]) {
            self.delivered = delivered
            self.candidates = candidates
        }
    }

    /// A message that was found.
    package struct Message: Sendable, Hashable {
        package var name: String
        /// Whether there are texts for those who can't see its picture.
        package var hasAltText = false
        /// How many bullet points it has.
        package var bullets = 0
        /// Where its picture is, relative to the project file; `nil` if none has its name.
        package var image: ImagePattern?
        /// The products for which it is to be the default.
        package var products: [String] = []

        package init(name: String) { self.name = name }
    }

    package init(app: String) { self.app = app }
}
