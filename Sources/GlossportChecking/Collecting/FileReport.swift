package import GlossportReading

/// The result of reading one file.
package struct FileReport: Sendable, Hashable {
    package var path: String
    /// The reader's id.
    package var format: String
    /// The options that the reader was given, but for the filter of keys.
    package var options: ReaderOptions
    package var summary = ReadSummary()
    package var errors = 0
    /// The vendor's locales in it, sorted; at most ``CatalogBuilder/maximumLocales``.
    package private(set) var locales: [String] = []
    /// Whether there are more of them.
    package private(set) var hasMoreLocales = false
    private var seen: Set<String> = []
    private var last: String?

    package init(path: String, format: String, options: ReaderOptions = ReaderOptions()) {
        self.path = path
        self.format = format
        self.options = options
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
