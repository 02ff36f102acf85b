package import GlossportChecking
package import GlossportProject

/// The facts that a preview needs beside the review: when and where it is made, and data from outside the core.
package struct PreviewEdition: Sendable {
    /// When it is made, as people write it.
    package var made: String
    /// By message and locale; `nil` if the imports are unknown.
    package var standings: [String: [StoreLocale: RecordStatus]]?
    /// The approvals, one sentence for each locale that has one; empty if they are unknown.
    package var approvals: [String] = []
    /// The code that a person approves each locale with by mail; empty if the page does not show all of it.
    package var codes: [StoreLocale: String] = [:]
    /// Whether it is for a vendor, who sees what is to be done, and nothing of the team's.
    var isForVendor = false
    /// A sentence about the page itself.
    package var remark: String?
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
        standings: [String: [StoreLocale: RecordStatus]]? = nil,
        images: [ImageInventory.FileKey: Image] = [:]
    ) {
        self.made = made
        self.standings = standings
        self.images = images
    }
}

extension PreviewEdition.Image {
    /// The address of a file as a page has to write it, so that both can be moved together.
    ///
    /// - Parameters:
    ///   - file: The file's path from the root, without links to its parent such as `..`.
    ///   - folder: The page's folder, likewise.
    /// - Returns: The address, with whatever a name may hold.
    package static func link(to file: String, from folder: String) -> PreviewEdition.Image {
        let target = file.split(separator: "/")
        let start = folder.split(separator: "/")
        let shared = zip(target, start).prefix { $0 == $1 }.count
        let parts = start.dropFirst(shared).map { _ in ".." } + target.dropFirst(shared).map(String.init)
        // So that no name can be a scheme, a query or a fragment.
        return .linked(PercentEncoding.encoded(parts.joined(separator: "/")))
    }
}
