/// The configured properties of the emulated service; only the allowances can change while it runs.
package struct Rules: Sendable {
    /// The unit of a text limit.
    package enum LengthUnit: String, CaseIterable, Sendable {
        /// Characters as users perceive them.
        case graphemes
        /// Unicode scalar values, as Python counts.
        case scalars
        /// UTF-16 code units, as Java counts.
        case utf16
        /// Bytes in UTF-8.
        case utf8

        package func length(of text: String) -> Int {
            switch self {
            case .graphemes: text.count
            case .scalars: text.unicodeScalars.count
            case .utf16: text.utf16.count
            case .utf8: text.utf8.count
            }
        }
    }

    /// The requests that are charged to the hour's allowance.
    package enum Spending: String, CaseIterable, Sendable {
        /// Every request except those refused with 429.
        case admitted
        /// Only requests answered with 200.
        case successes
    }

    /// The effect on a default whose message is deleted.
    package enum OrphanedDefaults: String, CaseIterable, Sendable {
        /// The default is deleted with the message.
        case drop
        /// The default continues to name the deleted message.
        case keep
    }

    package var environment: ServiceEnvironment
    package var maximumMessages = 2000
    /// The maximum number of images of an app, for both size classes together.
    package var maximumImages = 2000
    package var lengthUnit = LengthUnit.graphemes
    /// The existing product IDs; `nil` accepts every well-formed one.
    package var products: Set<String>?
    /// Whether the eleven locales added in 2026 are supported.
    package var knowsNewerLocales = true
    /// The duration of review; `nil` leaves everything pending until it is decided through a control route.
    package var approveAfter: Duration?
    /// The share of uploads that review rejects, from 0 to 1.
    package var rejectRate = 0.0
    package var seed: UInt64 = 0
    /// Whether the identifier of a deleted message or image may be uploaded again.
    package var allowsDeletedIdentifiers = true
    /// Whether an upload to an existing identifier replaces the content with 200, instead of failing with 409.
    package var replacesContent = false
    /// Whether identifiers may be sent in upper case.
    package var takesUpperCase = true
    /// Whether JSON may contain members that Apple does not document.
    package var takesUnknownMembers = true
    /// Whether texts may contain characters beyond U+FFFF.
    package var takesSupplementary = true
    /// The permitted heights of a full-size image, in pixels.
    package var imageHeights = 160...2160
    /// The delay between an upload and its appearance in a list.
    package var listLag = Duration.zero
    /// Whether lists begin with the newest upload.
    package var listsNewestFirst = false
    package var orphanedDefaults = OrphanedDefaults.drop
    /// Whether a production real-time URL may be set.
    package var hasPassedPerformanceTest = false
    /// The duration of a performance test.
    package var performanceTestTime = Duration.seconds(60)
    package var failsPerformanceTests = false
    /// The hourly allowances; an endpoint without one is not limited.
    package var allowances: [Endpoint: Int]
    /// The length of a budget's hour, which tests can shorten.
    package var hour: Duration = .seconds(3600)
    package var window = BudgetWindow.sliding
    package var spending = Spending.admitted

    /// The default rules of an environment.
    package init(environment: ServiceEnvironment) {
        self.environment = environment
        approveAfter = environment == .sandbox ? .zero : nil
        allowances = RateProfile(environment).allowances
    }
}
