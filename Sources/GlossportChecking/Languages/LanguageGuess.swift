import GlossportProject

/// The language that a text seems to be in.
package struct LanguageGuess: Sendable, Hashable {
    /// The App Store's language without region, `zh-Hans` and `zh-Hant` apart: `de`, `he`, `no`, `zh-Hant`; another code of ISO 639 for
    /// languages that the store does not have.
    package var language: String
    /// How much of the text speaks for it, in percent.
    package var share: Int

    package init(_ language: String, share: Int) {
        self.language = language
        self.share = share
    }

    /// Whether one of the App Store's locales is in that language.
    var isOfStore: Bool { Self.ofStore.contains(language) }

    private static let ofStore = Set(StoreLocale.all.compactMap { StoreLocale($0)?.guessable })

    /// Whether two languages can't be distinguished in so short a text, or at all: this never causes an error.
    ///
    /// - Parameters:
    ///   - left: A language.
    ///   - right: Another.
    /// - Returns: Whether they are easily confused.
    static func areClose(_ left: String, _ right: String) -> Bool {
        close.contains { $0.contains(left) && $0.contains(right) }
    }

    /// Whether texts of a locale are in another language than they should be; of two Chinese variants, the rule chinese-variant says it with
    /// more certainty.
    func contradicts(_ locale: StoreLocale) -> Bool {
        share >= 60 && language != locale.guessable && !(language.hasPrefix("zh") && locale.language == "zh")
    }

    private static let close: [Set<String>] = [
        ["da", "no", "nn", "sv", "is", "fo"], ["ms", "id", "jv", "su"], ["cs", "sk"], ["gl", "es", "ca", "ast", "oc"],
        ["gl", "pt"],
        ["hr", "sr", "bs", "sl"], ["mr", "hi", "ne", "bh", "sa"], ["ru", "be"], ["uk", "be", "rue"], ["nl", "af"],
        ["en", "sco"], ["ar", "fa", "ur", "ps", "sd"], ["ro", "mo"], ["zh-Hans", "zh-Hant"], ["it", "co", "la", "scn"],
    ]
}

extension StoreLocale {
    /// The language as a ``LanguageGuess`` names it.
    var guessable: String { language == "zh" ? code : language }
}

/// How the languages of texts are guessed; the library behind it is an adapter's business.
package struct LanguageInspector: Sendable {
    /// The language of a text; `nil` where it says too little.
    package var guess: @Sendable (_ text: String) -> LanguageGuess?

    package init(guess: @escaping @Sendable (_ text: String) -> LanguageGuess?) { self.guess = guess }
}
