/// The user's choices about an upload.
package struct UploadSettings: Sendable, Hashable {
    /// The most requests in flight.
    package var concurrency: Int
    /// The longest wait for quota; `nil` waits for ever.
    package var maxWait: Duration?
    /// Whether ids that the team has fixed may turn out to exist (`--if-exists skip`).
    package var adoptsFixedIDs: Bool
    /// Transient failures of one item in one run, after which it is left for the next run.
    package var triesPerItem: Int
    /// Transient failures in a row after which the service counts as unreachable.
    package var unreachableAfter: Int
    package var backoff: Backoff
    /// How many items are taken from the journal at a time.
    package var claimBatch: Int

    package init(
        concurrency: Int = 16,
        maxWait: Duration? = .seconds(900),
        adoptsFixedIDs: Bool = false,
        triesPerItem: Int = 6,
        unreachableAfter: Int = 32,
        backoff: Backoff = Backoff(),
        claimBatch: Int = 256
    ) {
        self.concurrency = concurrency
        self.maxWait = maxWait
        self.adoptsFixedIDs = adoptsFixedIDs
        self.triesPerItem = triesPerItem
        self.unreachableAfter = unreachableAfter
        self.backoff = backoff
        self.claimBatch = claimBatch
    }
}
