import GlossportReading

/// Compares names of locales as loosely as people write them.
enum CatalogLocale {
    /// Whether `locale` is the one that the user asks for, if any, or one of the two only says more: `de` and `de-DE`.
    static func isMeant(_ locale: String, by wanted: String?) -> Bool {
        guard let wanted else { return true }
        let (one, other) = (LanguageTag.folded(locale), LanguageTag.folded(wanted))
        return one == other || one.hasPrefix(other + "-") || other.hasPrefix(one + "-")
    }
}
