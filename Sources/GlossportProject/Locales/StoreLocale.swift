/// A locale of the App Store, identified by its short code.
///
/// The service compares codes case-sensitively.
package struct StoreLocale: Sendable, Hashable, Comparable, CustomStringConvertible {
    package let code: String

    /// Fails for codes that are not in ``all``; letter case is ignored.
    package init?(_ code: some StringProtocol) {
        guard let known = Self.byLowercase[code.lowercased()] else { return nil }
        self.code = known
    }

    private init(known code: String) { self.code = code }

    package static let usualSource = StoreLocale(known: "en-US")

    package var description: String { code }

    /// The language without script and region: `zh` for `zh-Hans`.
    package var language: String { String(code.prefix { $0 != "-" }) }

    package static func < (left: StoreLocale, right: StoreLocale) -> Bool { left.code < right.code }

    /// The 50 short codes on Apple's page "Managing metadata in your app by using locale shortcodes", as of 2026-08.
    ///
    /// Apple added eleven of them in 2026: bn-BD, gu-IN, kn-IN, ml-IN, mr-IN, or-IN, pa-IN, sl-SI, ta-IN, te-IN, ur-PK.
    /// It does not document whether the retention messaging service accepts them yet.
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

extension StoreLocale {
    package var isRightToLeft: Bool {
        let language = code.prefix { $0 != "-" }.lowercased()
        return ["arab", "hebr"].contains(LocaleTables.script[language])
    }
}
