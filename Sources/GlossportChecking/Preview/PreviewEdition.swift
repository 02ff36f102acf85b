/// What a preview needs beside the review: when and where it is made, and what only others can know.
package struct PreviewEdition: Sendable {
    /// When it is made, as people write it.
    package var made: String
    /// By message and locale; `nil` if nobody knows what was imported.
    package var standings: [String: [StoreLocale: Standing]]?
    /// Who has approved what, a sentence for each locale of which somebody has; empty if nobody knows.
    package var approvals: [String] = []
    /// Where the pictures are; one that is missing is shown as missing.
    package var images: [ImageInventory.FileKey: Image]

    /// Where a picture is.
    package enum Image: Sendable, Hashable {
        /// An address, relative to the page.
        case linked(String)
        /// The picture itself.
        case embedded([UInt8])
    }

    package init(
        made: String,
        standings: [String: [StoreLocale: Standing]]? = nil,
        images: [ImageInventory.FileKey: Image] = [:]
    ) {
        self.made = made
        self.standings = standings
        self.images = images
    }
}
