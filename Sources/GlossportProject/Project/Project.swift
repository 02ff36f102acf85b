package import GlossportReading

/// The validated content of a project file.
///
/// `glossport init` writes a commented project file.
public struct Project: Sendable, Hashable {
    /// The bundle ID.
    package var app: String
    /// `nil` if the project file leaves it to `--environment`.
    package var environment: ServiceEnvironment?
    package var credentials: Credentials?
    package var deliveries: [Delivery] = []
    package var vendors: [Vendor] = []
    package var keys = KeyPattern.standard
    package var locales = Locales()
    /// Settings by message name; unless empty, other messages are not imported.
    package var messages: [String: Message]
    /// Whether the project includes a message; a project that lists no messages includes all.
    package func names(_ message: String) -> Bool { messages.isEmpty || messages[message] != nil }
    /// The products that have a default message.
    package var defaultProducts: Set<String> { Set(messages.values.flatMap(\.defaultFor)) }
    /// The name of the default message of each product.
    package var defaultOwners: [String: String] {
        let owners = messages.flatMap { name, settings in settings.defaultFor.map { ($0, name) } }
        return Dictionary(owners) { min($0, $1) }
    }
    package var rules: [RuleID: RuleSetting] = [:]
    package var terms = Terms()
    package var accepted: [Acceptance] = []
    /// How an hour's upload allowance is spent; all other requests are sent at once.
    package var pace = Pace.hourly
    /// The share of the hourly allowance that uploads may use.
    package var quotaShare = 1.0
    /// The maximum number of concurrent requests; `nil` for the default.
    package var concurrency: Int?
    /// How long an uploaded item must be absent from the service's lists before it counts as vanished.
    package var vanishedAfter = Self.standardVanishedAfter
    /// The default of ``vanishedAfter``.
    package static let standardVanishedAfter = Duration.seconds(600)
    package var flip = Flip.allOrNothing
    /// Whether an import refuses texts that are not approved in their current form.
    package var requiresApproval = false
    /// Whether an import adopts messages that already exist under the team's fixed IDs, instead of failing.
    package var adoptsFixedIDs = false
    /// A file with additional CA certificates, such as a proxy's, relative to the project file.
    package var caFile: String?
    package var limits = ServiceLimits()
    /// Requests per hour that replace Apple's allowances.
    package var budgets: [Endpoint: Int] = [:]
    /// The location of the journal; a file's path is relative to the project file.
    package var journal = JournalLocation.standard

    /// The identity for requests to Apple.
    ///
    /// It identifies the private key but never contains it.
    package struct Credentials: Sendable, Hashable {
        package var issuerID: String
        package var keyID: String
        /// The `.p8` file, relative to the project file; `nil` if an environment variable contains the key.
        package var privateKeyFile: String?

        package init(issuerID: String, keyID: String, privateKeyFile: String? = nil) {
            self.issuerID = issuerID
            self.keyID = keyID
            self.privateKeyFile = privateKeyFile
        }
    }

    package struct Delivery: Sendable, Hashable {
        /// A file or a folder, relative to the project file.
        package var path: String
        /// A reader's id; `nil` to detect the format by content.
        package var format: String?
        /// The locale of all its texts, if the files do not declare one or declare a wrong one.
        package var locale: String?
        package var options: [String: String] = [:]
        /// Whether its texts replace those of earlier deliveries for the same fields.
        package var replaces = false
        /// The pattern of its keys; `nil` for the project's pattern.
        package var keys: KeyPattern?
        /// The vendor that receives the findings about it.
        package var vendor: String?
        package var place: SourceLocation?
    }

    /// The innermost delivery that contains a path, or is the path itself.
    ///
    /// A delivery is also found by another path of the same file or folder, such as an absolute one.
    ///
    /// - Parameters:
    ///   - path: A file or folder, relative to the current folder.
    ///   - folder: The base of the project file's relative paths.
    /// - Returns: `nil` if no delivery contains the path.
    package func delivery(of path: String, relativeTo folder: String) -> Delivery? {
        let located = deliveries.map { ($0, ProjectFolder.location(of: $0.path, in: folder)) }
        let wanted = ProjectFolder.parts(of: path)
        let named = located.map { ($0, $1, ProjectFolder.parts(of: $1)) }.filter { wanted.starts(with: $0.2) }
            .max { $0.2.count < $1.2.count }
        // A delivery that does not exist has no other paths.
        if let named, PathTarget(named.1) == nil { return named.0 }
        let existing = located.compactMap { delivery, location in PathTarget(location).map { ($0, delivery) } }
        let byTarget = Dictionary(existing) { first, _ in first }
        let target = ProjectFolder.targets(onTheWayTo: path).first { byTarget[$0] != nil }
        return target.flatMap { byTarget[$0] } ?? named?.0
    }

    package struct Locales: Sendable, Hashable {
        package var expected: [StoreLocale] = []
        /// The source locale, if the files do not declare it.
        package var source: StoreLocale?
        package var map: [String: StoreLocale] = [:]
        /// For each locale that shows another locale's texts, the locale that it copies.
        package var originals: [StoreLocale: StoreLocale] = [:]
        /// Whether another region of a language may be used, such as `es-MX` for a delivered `es-419`.
        package var fallback = false
        package var minimumState = TranslationState.translated
    }

    package struct Message: Sendable, Hashable {
        package var kind = Kind.text
        package var headerPosition: HeaderPosition?
        package var image: ImagePattern?
        package var bullets: [ImagePattern] = []
        package var defaultFor: [String] = []
        /// The team's fixed IDs, by locale; other IDs are derived from the content.
        package var ids: [StoreLocale: ServiceID] = [:]

        package init() {}

        /// The purpose of the message; it is not sent to the service.
        package enum Kind: String, Sendable, Hashable, CaseIterable {
            case text
            case offer
            case switchPlan = "switch-plan"
        }
    }

    /// Limits of the service that Apple does not document; `glossport doctor --probe` can determine them.
    package struct ServiceLimits: Sendable, Hashable {
        /// The unit of the service's length limits; `nil` if unknown.
        ///
        /// If it is unknown, the limits apply to graphemes, and texts that exceed them in other units get a warning.
        package var unit: LengthUnit?
        /// The only height accepted for full-size images; `nil` for the range that Apple documents.
        package var imageHeight: Int?

        package static let imageHeights = 160...2_160
    }

    package init(app: String, messages: [String: Message] = [:]) {
        self.app = app
        self.messages = messages
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

// In an extension, so that tests can use the memberwise initializer, too.
extension Project.Delivery {
    package init(path: String, place: SourceLocation? = nil) { self.init(path: path, format: nil, place: place) }
}
