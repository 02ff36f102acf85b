package import GlossportChecking
package import GlossportProject
import GlossportReading

package struct VendorPackage: Sendable {
    package var mark: PackageMark
    /// The app's bundle ID; empty if it is unknown.
    package var app = ""
    /// The settings under `vendors:`; empty for a vendor without any.
    package var vendor: Project.Vendor
    package var format: PackageFormat
    /// The source locale; ``StoreLocale/usualSource`` if it is unknown.
    package var source: StoreLocale
    /// The texts by locale, sorted by locale; each list in the order of messages and fields.
    package var texts: [(locale: StoreLocale, texts: [TextToDo])]
    /// Requests that do not concern a text in the files, such as one about a file that cannot be opened.
    package var remarks: [TextToDo.Request]

    var allTexts: [TextToDo] { texts.flatMap(\.texts) }

    var hasSources: Bool { allTexts.contains { $0.source != nil } }

    /// The number of distinct findings, which may concern several texts.
    package var findingCount: Int { Set((allTexts.flatMap(\.requests) + remarks).map(\.finding)).count }
}
