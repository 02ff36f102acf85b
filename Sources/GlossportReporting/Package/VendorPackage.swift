package import GlossportChecking
package import GlossportProject
import GlossportReading

/// The texts that one vendor is asked for, and everything that is said about them.
package struct VendorPackage: Sendable {
    package var mark: PackageMark
    /// The app's bundle ID; empty if it is unknown.
    package var app = ""
    /// The settings under `vendors:`; those of a vendor without any are empty.
    package var vendor: Project.Vendor
    package var format: PackageFormat
    /// The locale of the source texts; if it is unknown, the one in which most teams write.
    package var source: StoreLocale
    /// The texts by locale, sorted by locale; each list in the order of messages and fields.
    package var texts: [(locale: StoreLocale, texts: [TextToDo])]
    /// Requests about no text that could be put into a file, such as a file that can't be opened.
    package var remarks: [TextToDo.Request]

    /// Every text, in the order of ``texts``.
    var allTexts: [TextToDo] { texts.flatMap(\.texts) }

    /// Whether the text that is translated is known of any.
    var hasSources: Bool { allTexts.contains { $0.source != nil } }

    /// The number of findings, each counted once, however many texts it concerns.
    package var findings: Int { Set((allTexts.flatMap(\.requests) + remarks).map(\.finding)).count }
}
