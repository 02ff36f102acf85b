/// The user's choices about an upload.
package struct UploadSettings: Sendable, Hashable {
    /// The most requests in flight.
    package var concurrency: Int
    /// Whether ids that the team has fixed may turn out to exist (`--if-exists skip`).
    package var adoptsFixedIDs: Bool
    /// How long trouble is borne.
    package var patience: Patience

    package init(
        concurrency: Int = 16,
        adoptsFixedIDs: Bool = false,
        patience: Patience = Patience()
    ) {
        self.concurrency = concurrency
        self.adoptsFixedIDs = adoptsFixedIDs
        self.patience = patience
    }
}
