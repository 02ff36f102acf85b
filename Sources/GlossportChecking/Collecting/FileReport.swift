package import GlossportReading

/// The result of reading one file.
package struct FileReport: Sendable, Hashable, Encodable {
    package var path: String
    /// The reader's id.
    package var format: String
    /// How its keys name messages and fields; `nil` for the project's pattern.
    package var keys: KeyPattern?
    /// The vendor that it came from: the one whose package it is, else the delivery's.
    package var vendor: String?
    /// The newest package whose texts it has.
    package private(set) var mark: PackageMark?
    /// The number of its delivery.
    var delivery = 0
    /// Whether the delivery corrects those before it.
    var isCorrection = false
    /// Whether it is a package that has come back, even if none of its texts can be read.
    var isPackage = false
    package var summary = ReadSummary()
    package var errors = 0
    /// The vendor's locales in it, sorted; at most ``CatalogBuilder/maximumLocales``.
    package private(set) var locales: [String] = []
    /// Whether there are more of them.
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
        // Locales come in runs, or a few of them in turn.
        guard let locale, last != locale else { return }
        last = locale
        guard seen.count < CatalogBuilder.maximumLocales else {
            hasMoreLocales = hasMoreLocales || !seen.contains(locale)
            return
        }
        seen.insert(locale)
    }

    /// Makes ``locales``, once all have been seen.
    mutating func sortLocales() {
        locales = seen.sorted()
        seen = []
    }
}
