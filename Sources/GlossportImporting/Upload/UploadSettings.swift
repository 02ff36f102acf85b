/// The user's choices about an upload.
package struct UploadSettings: Sendable, Hashable {
    /// The most requests in flight.
    package var concurrency: Int
    /// Whether ids that the team has fixed may turn out to exist (`--if-exists skip`).
    package var adoptsFixedIDs: Bool
    /// How long trouble is borne.
    package var patience: Patience
    /// How many items are taken from the journal at a time.
    package var claimBatch: Int

    package init(
        concurrency: Int = 16,
        adoptsFixedIDs: Bool = false,
        patience: Patience = Patience(),
        claimBatch: Int = 256
    ) {
        self.concurrency = concurrency
        self.adoptsFixedIDs = adoptsFixedIDs
        self.patience = patience
        self.claimBatch = claimBatch
    }
}
