package import GlossportChecking
package import GlossportProject

/// The facts that a preview needs in addition to the review: its time and place, and data from outside the core.
package struct PreviewEdition: Sendable {
    /// The time of creation, formatted for readers.
    package var made: String
    /// The import status by message and locale; `nil` if the imports are unknown.
    package var statuses: [String: [StoreLocale: RecordStatus]]?
    /// The approvals, one sentence per approved locale; empty if they are unknown.
    package var approvals: [String] = []
    /// The code for approving each locale by mail; locales that the page shows only in part have none.
    package var codes: [StoreLocale: String] = [:]
    /// Whether the page is for a vendor, and so shows tasks instead of findings.
    var isForVendor = false
    package var remark: String?
    /// The images; those not in the dictionary are shown as missing.
    package var images: [ImageInventory.FileKey: Image]

    package enum Image: Sendable, Hashable {
        /// Relative to the page.
        case linked(String)
        case embedded([UInt8])
    }

    package init(
        made: String,
        statuses: [String: [StoreLocale: RecordStatus]]? = nil,
        images: [ImageInventory.FileKey: Image] = [:]
    ) {
        self.made = made
        self.statuses = statuses
        self.images = images
    }
}

extension PreviewEdition.Image {
    /// The relative URL of a file, so that the page and the file can be moved together.
    ///
    /// - Parameters:
    ///   - file: The file's absolute path without `..`.
    ///   - folder: The absolute path of the page's folder, without `..`.
    /// - Returns: The URL, percent-encoded.
    package static func link(to file: String, from folder: String) -> PreviewEdition.Image {
        let target = file.split(separator: "/")
        let start = folder.split(separator: "/")
        let shared = zip(target, start).prefix { $0 == $1 }.count
        let parts = start.dropFirst(shared).map { _ in ".." } + target.dropFirst(shared).map(String.init)
        // Encoded, so that no name can be a scheme, a query or a fragment.
        return .linked(PercentEncoding.encoded(parts.joined(separator: "/")))
    }
}
