package import GlossportReading

/// The contents of a new project file, as far as they could be detected.
package struct ProjectDraft: Sendable, Hashable {
    /// The bundle ID.
    package var app: String
    package var environment = ServiceEnvironment.sandbox
    package var issuerID: String?
    package var keyID: String?
    /// The `.p8` file, relative to the project file.
    package var privateKeyFile: String?
    package var deliveries: [String] = []
    package var keys = KeyPattern.standard
    /// The other names of fields in ``keys`` that an existing project file lacks.
    package var newNames: [String: String] = [:]
    /// Key patterns of deliveries that differ from ``keys``, by path.
    package var otherKeys: [String: KeyPattern] = [:]
    package var options: [String: Options] = [:]
    /// Names that are unchanged in nearly all translations.
    package var names: [String] = []
    /// The locales that contain every detected message.
    package var expected: [StoreLocale] = []
    /// The source locale, if the files show it.
    package var source: StoreLocale?
    /// Vendors' locale identifiers that may mean several App Store locales.
    package var uncertain: [Uncertain] = []
    package var messages: [Message] = []
    /// Images with the dimensions of a bullet point's icon, relative to the project file.
    package var icons: [String] = []

    package struct Options: Sendable, Hashable {
        package var values: [String: String] = [:]
        /// Sheets that contain terms or notes.
        package var ignoredSheets: [String] = []

        package init(values: [String: String] = [:], ignoredSheets: [String] = []) {
            (self.values, self.ignoredSheets) = (values, ignoredSheets)
        }

        package var isEmpty: Bool { values.isEmpty && ignoredSheets.isEmpty }
    }

    package struct Uncertain: Sendable, Hashable {
        package var delivered: String
        package var candidates: [StoreLocale]

        package init(delivered: String, candidates: [StoreLocale]) {
            self.delivered = delivered
            self.candidates = candidates
        }
    }

    package struct Message: Sendable, Hashable {
        package var name: String
        package var hasAltText = false
        package var bullets = 0
        /// The image's path, relative to the project file; `nil` if no image is named like the message.
        package var image: ImagePattern?
        /// The products that use it as the default.
        package var products: [String] = []

        package init(name: String) { self.name = name }
    }

    package init(app: String) { self.app = app }
}
