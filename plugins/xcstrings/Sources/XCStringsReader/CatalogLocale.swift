/// Compares names of locales as loosely as people write them.
enum CatalogLocale {
    /// Whether `locale` is the one that the user asks for, if any.
    static func isMeant(_ locale: String, by wanted: String?) -> Bool {
        guard let wanted else { return true }
        return plain(locale) == plain(wanted)
    }

    private static func plain(_ locale: String) -> String { locale.lowercased().replacing("_", with: "-") }
}
