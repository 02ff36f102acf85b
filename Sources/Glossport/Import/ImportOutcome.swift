import GlossportReading

/// The result of an import.
public struct ImportOutcome: RunResult {
    package let summary: ImportSummary
    /// The number of items to upload again because they had vanished from the service.
    package let vanished: Int
    /// The duration of planning and uploading, including the wait for the user's confirmation.
    package let elapsed: Duration
    /// The messages that no product shows.
    package let unshown: [String]
    /// Whether the project wants a delivered message as a default.
    package let wantsDefaults: Bool
    /// The result of settling; `nil` if settling failed, did not start, or has nothing to report.
    package internal(set) var settled: SettleSummary?
    /// The part of the uploaded items that the service listed at the end.
    package internal(set) var seen: ServiceListing?
    /// An error that occurred after the upload.
    package internal(set) var trouble: (any Error)?
    /// The exit status of the run.
    public internal(set) var status = ExitStatus.done

    init(_ summary: ImportSummary, vanished: Int, elapsed: Duration, unshown: [String], wantsDefaults: Bool) {
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
