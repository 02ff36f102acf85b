/// A locale of the App Store, by its short code.
///
/// Case matters to the service.
package struct StoreLocale: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// The short code, such as `de-DE`.
    package let code: String

    /// Only codes of ``all`` exist, in whatever case they are written.
    package init?(_ code: some StringProtocol) {
        guard let known = Self.byLowercase[code.lowercased()] else { return nil }
        self.code = known
    }

    private init(known code: String) { self.code = code }

    /// The locale in which most teams write.
    package static let usualSource = StoreLocale(known: "en-US")

    package var description: String { code }

    /// The language without script and region: `zh` for `zh-Hans`.
    package var language: String { String(code.prefix { $0 != "-" }) }

    package static func < (left: StoreLocale, right: StoreLocale) -> Bool { left.code < right.code }

    /// The 50 short codes of Apple's page "Managing metadata in your app by using locale shortcodes", as of 2026-08.
    ///
    /// Eleven of them were added in 2026: bn-BD, gu-IN, kn-IN, ml-IN, mr-IN, or-IN, pa-IN, sl-SI, ta-IN, te-IN, ur-PK. Whether the
    /// retention messaging service takes those yet is not documented.
    package static let all = [
        "ar-SA", "bn-BD", "ca", "cs", "da", "de-DE", "el", "en-AU", "en-CA", "en-GB", "en-US", "es-ES", "es-MX", "fi",
        "fr-CA", "fr-FR", "gu-IN", "he", "hi", "hr", "hu", "id", "it", "ja", "kn-IN", "ko", "ml-IN", "mr-IN", "ms",
        "nl-NL", "no", "or-IN", "pa-IN", "pl", "pt-BR", "pt-PT", "ro", "ru", "sk", "sl-SI", "sv", "ta-IN", "te-IN",
        "th", "tr", "uk", "ur-PK", "vi", "zh-Hans", "zh-Hant",
    ]

    private static let byLowercase = Dictionary(uniqueKeysWithValues: all.map { ($0.lowercased(), $0) })
}

extension StoreLocale: Encodable {
    package func encode(to encoder: any Encoder) throws { try code.encode(to: encoder) }
}
