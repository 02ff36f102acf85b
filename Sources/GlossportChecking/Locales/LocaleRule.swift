/// Why an identifier was taken for a locale; the lower the stronger.
package enum LocaleRule: Int, Sendable, Hashable, Comparable {
    /// The project file's `locales.map` says so.
    case map
    /// It is the short code, but for case and underscores.
    case exact
    /// The same language, script and region in another spelling: `zh-CN`, `iw`, `ja-JP`.
    case equivalent
    /// A bare language: `de` is `de-DE`.
    case language
    /// A well-known slip: `en-UK`, `ko-KO`.
    case slip
    /// Another region of the language, allowed by `locales.fallback`.
    case fallback

    package static func < (left: LocaleRule, right: LocaleRule) -> Bool { left.rawValue < right.rawValue }

    /// In words, for tables.
    package var name: String {
        switch self {
        case .map: "project file"
        case .exact: "exact"
        case .equivalent: "same language and region"
        case .language: "language's main region"
        case .slip: "common slip"
        case .fallback: "nearest region"
        }
    }
}
