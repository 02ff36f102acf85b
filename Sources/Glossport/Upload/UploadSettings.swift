/// The user's choices about an upload.
package struct UploadSettings: Sendable, Hashable {
    /// The most requests in flight.
    package var concurrency: Int
    /// The longest wait for quota; `nil` waits for ever.
    package var maxWait: Duration?
    /// Whether ids that the team has fixed may turn out to exist (`--if-exists skip`).
    package var adoptsFixedIDs: Bool
    /// Attempts at one item in one run that may have been applied, after which it is left for the next run.
    package var triesPerItem: Int
    /// Failures in a row after which nothing is sent until a probe gets through.
    package var breakAfter: Int
    /// How long nothing may get through before the run ends, leaving items open; `nil` tries for ever.
    package var outageLimit: Duration?
    package var backoff: Backoff
    /// How many items are taken from the journal at a time.
    package var claimBatch: Int

    package init(
        concurrency: Int = 16,
        maxWait: Duration? = .seconds(900),
        adoptsFixedIDs: Bool = false,
        triesPerItem: Int = 6,
        breakAfter: Int = 8,
        outageLimit: Duration? = .seconds(900),
        backoff: Backoff = Backoff(),
        claimBatch: Int = 256
    ) {
        self.concurrency = concurrency
        self.maxWait = maxWait
        self.adoptsFixedIDs = adoptsFixedIDs
        self.triesPerItem = triesPerItem
        self.breakAfter = breakAfter
        self.outageLimit = outageLimit
        self.backoff = backoff
        self.claimBatch = claimBatch
    }
}
