package import GlossportReading

package struct FileReport: Sendable, Hashable, Encodable {
    package var path: String
    package var format: String
    /// The pattern of its keys; `nil` for the project's pattern.
    package var keys: KeyPattern?
    /// The vendor of the package, otherwise that of the delivery.
    package var vendor: String?
    /// The newest package whose texts it contains.
    package private(set) var mark: PackageMark?
    var delivery = 0
    var isCorrection = false
    /// Whether it is a returned package, even if none of its texts can be read.
    var isPackage = false
    package var summary = ReadSummary()
    package var errors = 0
    /// The vendor's locale identifiers in it, sorted; at most ``CatalogBuilder/maximumLocales``.
    package private(set) var locales: [String] = []
    package private(set) var hasMoreLocales = false
    private var seen: Set<String> = []
    private var last: String?

    private enum CodingKeys: CodingKey {
        case path, format, vendor, locales, hasMoreLocales, summary
    }

    package init(path: String, format: String) {
        self.path = path
        self.format = format
    }

    mutating func note(mark: PackageMark) {
        self.mark = max(self.mark ?? mark, mark)
        vendor = self.mark?.vendor ?? vendor
    }

    mutating func note(locale: String?) {
        // Fast path: most units have the same locale as the one before.
        guard let locale, last != locale else { return }
        last = locale
        guard seen.count < CatalogBuilder.maximumLocales else {
            hasMoreLocales = hasMoreLocales || !seen.contains(locale)
            return
        }
        seen.insert(locale)
    }

    /// Fills ``locales`` after the last unit.
    mutating func sortLocales() {
        locales = seen.sorted()
        seen = []
    }
}
