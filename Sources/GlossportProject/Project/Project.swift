package import GlossportReading

/// A project file's content, checked.
///
/// Its names are the design's; `glossport init` writes a commented one.
public struct Project: Sendable, Hashable {
    /// The bundle ID.
    package var app: String
    /// `nil` if the file leaves it to `--environment`.
    package var environment: ServiceEnvironment?
    package var credentials: Credentials?
    package var deliveries: [Delivery]
    /// The vendors that the file names, sorted by name.
    package var vendors: [Vendor] = []
    package var keys: KeyPattern
    package var locales: Locales
    /// Settings by message name; if there are any, other messages are not imported.
    package var messages: [String: Message]
    /// Whether the project wants a message of this name; one that names no messages takes what is delivered.
    package func names(_ message: String) -> Bool { messages.isEmpty || messages[message] != nil }
    /// The products for which a message is to be the default.
    package var defaultProducts: Set<String> { Set(messages.values.flatMap(\.defaultFor)) }
    /// Which message is to be the default for a product.
    package var defaultOwners: [String: String] {
        let owners = messages.flatMap { name, settings in settings.defaultFor.map { ($0, name) } }
        return Dictionary(owners) { min($0, $1) }
    }
    /// The project's settings of rules, by rule id.
    package var rules: [RuleID: RuleSetting]
    /// The project's terms.
    package var terms = Terms()
    /// The accepted findings.
    package var accepted: [Acceptance] = []
    package var pace: Pace
    /// The part of the hour's allowance that uploads may use.
    package var quotaShare = 1.0
    /// How many requests may be in flight; `nil` for the usual number.
    package var concurrency: Int?
    /// For how long lists have to lack what was uploaded until it counts as vanished; `nil` for the usual time.
    package var vanishedAfter: Duration?
    package var flip = Flip.allOrNothing
    /// Whether an import refuses texts that are not approved as they are.
    package var requiresApproval = false
    /// Whether ids that the team has fixed may be taken for ours where they exist.
    package var adoptsFixedIDs = false
    /// Certificates to trust, such as a proxy's, relative to the project file.
    package var caFile: String?
    package var limits = ServiceLimits()
    /// Requests per hour that replace Apple's.
    package var budgets: [Endpoint: Int]
    /// Where the journal is; a path is relative to the project file.
    package var journal: JournalLocation

    /// How requests are identified to Apple.
    ///
    /// Secrets are named here, never held.
    package struct Credentials: Sendable, Hashable {
        package var issuerID: String
        package var keyID: String
        /// The `.p8` file, relative to the project file; `nil` if the environment holds the key.
        package var privateKeyFile: String?

        package init(issuerID: String, keyID: String, privateKeyFile: String? = nil) {
            self.issuerID = issuerID
            self.keyID = keyID
            self.privateKeyFile = privateKeyFile
        }
    }

    /// Where translations come from.
    package struct Delivery: Sendable, Hashable {
        /// A file or a folder, relative to the project file.
        package var path: String
        /// A reader's id, where the content does not say enough.
        package var format: String?
        /// The locale of everything in it, where the files do not say or say it wrongly.
        package var locale: String?
        /// Options for the reader.
        package var options: [String: String]
        /// Whether its texts take the place of those that deliveries before it have for the same fields.
        package var replaces: Bool
        /// How its keys name messages and fields; `nil` for the project's pattern.
        package var keys: KeyPattern?
        /// The name of the vendor that gets back what is wrong in it.
        package var vendor: String?
        /// Its place in the project file, for error messages.
        package var place: SourceLocation?

        package init(
            path: String,
            format: String? = nil,
            locale: String? = nil,
            options: [String: String] = [:],
            replaces: Bool = false,
            place: SourceLocation? = nil
        ) {
            self.path = path
            self.format = format
            self.locale = locale
            self.options = options
            self.replaces = replaces
            self.place = place
        }
    }

    /// The delivery whose settings hold for a path: the one that names it, or the folder that it is in, most closely.
    ///
    /// - Parameters:
    ///   - path: A file or folder, relative to the current folder.
    ///   - folder: The base of the project file's relative paths.
    /// - Returns: The delivery; `nil` for a path in none.
    package func delivery(of path: String, relativeTo folder: String) -> Delivery? {
        let wanted = ProjectFolder.parts(of: path)
        return deliveries.map { ($0, ProjectFolder.parts(of: ProjectFolder.location(of: $0.path, in: folder))) }
            .filter { wanted.starts(with: $0.1) }
            .max { $0.1.count < $1.1.count }?.0
    }

    /// Which locales are wanted, and what vendors call them.
    package struct Locales: Sendable, Hashable {
        package var expected: [StoreLocale] = []
        /// The locale from which the others are translated, where the files do not say.
        package var source: StoreLocale?
        package var map: [String: StoreLocale] = [:]
        /// The locale whose texts are shown in another one that has none of its own, by that other one.
        package var originals: [StoreLocale: StoreLocale] = [:]
        /// Whether another region of a language may be used: `es-419` for `es-MX`.
        package var fallback = false
        /// The least state that a translation must have.
        package var minimumState = TranslationState.translated
    }

    /// The project file's settings of one message.
    package struct Message: Sendable, Hashable {
        package var kind = Kind.text
        package var headerPosition: HeaderPosition?
        package var image: ImagePattern?
        /// Bullet points' icons.
        package var bullets: [ImagePattern] = []
        package var defaultFor: [String] = []
        /// Ids that the team has fixed, by locale; others are derived from the content.
        package var ids: [StoreLocale: ServiceID] = [:]

        package init() {}

        /// The purpose of the message; it is not sent to the service.
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            case text
            case offer
            case switchPlan = "switch-plan"
        }
    }

    /// Facts about the service that Apple does not document, as far as a team knows them; `glossport doctor --probe` finds them out.
    package struct ServiceLimits: Sendable, Hashable {
        /// The unit of the limits on texts; `nil` if it is not known: then readers' characters count, and other units are warned of.
        package var unit: LengthUnit?
        /// The one height of full-size images; `nil` for all that Apple documents.
        package var imageHeight: Int?

        package static let imageHeights = 160...2_160
    }

    package init(
        app: String,
        environment: ServiceEnvironment? = nil,
        credentials: Credentials? = nil,
        deliveries: [Delivery] = [],
        keys: KeyPattern = .standard,
        locales: Locales = Locales(),
        messages: [String: Message] = [:],
        rules: [RuleID: RuleSetting] = [:],
        pace: Pace = .hourly,
        budgets: [Endpoint: Int] = [:],
        journal: JournalLocation = .standard
    ) {
        self.app = app
        self.environment = environment
        self.credentials = credentials
        self.deliveries = deliveries
        self.keys = keys
        self.locales = locales
        self.messages = messages
        self.rules = rules
        self.pace = pace
        self.budgets = budgets
        self.journal = journal
    }

    /// Whether a text can be an app's bundle ID: letters, digits, `-` and at least one dot, at most 155 bytes.
    package static func isBundleID(_ text: String) -> Bool {
        let isAllowed = text.utf8.allSatisfy { byte in
            (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
                || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        }
        return isAllowed && text.contains(".") && text.utf8.count <= 155
    }
}
