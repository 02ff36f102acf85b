/// Everything about the emulated service that stays the same while it runs.
package struct Rules: Sendable {
    /// The unit of a text limit.
    package enum LengthUnit: String, CaseIterable, Sendable {
        /// Characters as a reader sees them.
        case graphemes
        /// Unicode scalar values, as Python counts.
        case scalars
        /// UTF-16 code units, as Java counts.
        case utf16
        /// Bytes in UTF-8.
        case utf8

        /// How long a text is in this unit.
        package func length(of text: String) -> Int {
            switch self {
            case .graphemes: text.count
            case .scalars: text.unicodeScalars.count
            case .utf16: text.utf16.count
            case .utf8: text.utf8.count
            }
        }
    }

    /// Which requests take from the hour's allowance.
    package enum Spending: String, CaseIterable, Sendable {
        /// Every request that was not itself refused with 429.
        case admitted
        /// Only requests that were answered 200.
        case successes
    }

    /// The fate of a default whose message is deleted.
    package enum OrphanedDefaults: String, CaseIterable, Sendable {
        /// It is deleted along with the message.
        case drop
        /// It goes on naming the deleted message.
        case keep
    }

    /// Which world this is.
    package var environment: ServiceEnvironment
    /// Most messages an app may hold.
    package var maximumMessages = 2000
    /// Most images an app may hold, of both size classes together.
    package var maximumImages = 2000
    /// The unit of text limits.
    package var lengthUnit = LengthUnit.graphemes
    /// The product IDs that exist; `nil` lets every well-formed one pass.
    package var products: Set<String>?
    /// Whether the eleven locales added in 2026 are known.
    package var knowsNewerLocales = true
    /// How long review takes; `nil` leaves everything pending until it is told otherwise.
    package var approveAfter: Duration?
    /// The share of uploads that review rejects, from 0 to 1.
    package var rejectRate = 0.0
    /// The seed of all random choices.
    package var seed: UInt64 = 0
    /// Whether the identifier of a deleted message or image may be uploaded again.
    package var allowsDeletedIdentifiers = true
    /// Whether an upload to an identifier that exists is answered 200 and replaces the content, not 409.
    package var replacesContent = false
    /// Whether identifiers may be sent in upper case.
    package var takesUpperCase = true
    /// Whether JSON may have members that Apple does not document.
    package var takesUnknownMembers = true
    /// Whether texts may have characters beyond U+FFFF.
    package var takesSupplementary = true
    /// The heights of a full-size image.
    package var imageHeights = 160...2160
    /// How much later than its upload a list shows something.
    package var listLag = Duration.zero
    /// Whether lists begin with the newest upload.
    package var listsNewestFirst = false
    /// The fate of defaults whose message is deleted.
    package var orphanedDefaults = OrphanedDefaults.drop
    /// Whether a production real-time URL may be set.
    package var hasPassedPerformanceTest = false
    /// How long a performance test takes.
    package var performanceTestTime = Duration.seconds(60)
    /// Whether performance tests fail.
    package var failsPerformanceTests = false
    /// Hourly allowances; an endpoint without one is not limited.
    package var allowances: [Endpoint: Int]
    /// The length of an hour.
    package var hour: Duration = .seconds(3600)
    /// How the hour is counted.
    package var window = BudgetWindow.sliding
    /// Which requests count.
    package var spending = Spending.admitted

    /// The rules of an environment, as far as they are documented.
    package init(environment: ServiceEnvironment) {
        self.environment = environment
        approveAfter = environment == .sandbox ? .zero : nil
        allowances = RateProfile(environment).allowances
    }
}
