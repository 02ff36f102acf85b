import GlossportReading

/// The result of an import.
public struct ImportOutcome: RunResult {
    package let summary: RunSummary
    /// How many items had vanished at the service, and were to be uploaded again.
    package let vanished: Int
    /// How long planning and uploading took.
    package let elapsed: Duration
    /// The messages that no product shows.
    package let unshown: [String]
    /// Whether the project wants any of the delivered messages as a default.
    package let wantsDefaults: Bool
    /// The result of settling, where the project wants defaults or the user waits for the review.
    package internal(set) var settled: SettleSummary?
    /// How much of what is uploaded the service showed at the end.
    package internal(set) var seen: ServiceListing?
    /// The error that came after the upload.
    package internal(set) var trouble: (any Error)?
    /// How the run ended.
    public internal(set) var status = ExitStatus.done

    init(_ summary: RunSummary, vanished: Int, elapsed: Duration, unshown: [String], wantsDefaults: Bool) {
        self.summary = summary
        self.vanished = vanished
        self.elapsed = elapsed
        self.unshown = unshown
        self.wantsDefaults = wantsDefaults
    }

    func status(pendingIsDone: Bool) -> ExitStatus {
        let uploads = summary.outcome
        let settling = trouble.map(ExitStatus.init(of:)) ?? settled?.status(pendingIsDone: pendingIsDone)
        return .gravest(of: [uploads, settling].compactMap(\.self))
    }

    /// The number of messages and images that were uploaded.
    public var uploaded: Int { summary.done }

    /// The number of messages and images that the service had before.
    public var alreadyThere: Int { summary.alreadyThere }

    /// The number of defaults that were set.
    public var defaultsSet: Int { settled?.set.count ?? 0 }

    /// The items that could not be uploaded, each with its reason.
    public var failures: [String] { summary.failures.map { "\($0.item.title): \($0.reason)" } }
}
