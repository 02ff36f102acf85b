/// What a vendor's locale identifier was taken for, and why.
package enum LocaleResolution: Sendable, Hashable {
    case mapped(StoreLocale, LocaleRule)
    /// Not certain: one of these, or none.
    case unresolved(candidates: [StoreLocale])
    /// A word that names no locale on purpose: `Base`, `mul`, `und`.
    case none

    /// The locale, if it is certain.
    package var locale: StoreLocale? {
        if case .mapped(let locale, _) = self { locale } else { nil }
    }
}
