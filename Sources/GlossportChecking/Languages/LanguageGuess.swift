import GlossportProject

package struct LanguageGuess: Sendable, Hashable {
    /// The App Store's language without region (`de`, `he`, `no`, but `zh-Hans` and `zh-Hant`), otherwise an ISO 639
    /// code.
    package var language: String
    /// The share of the text in this language, in percent.
    package var share: Int

    package init(_ language: String, share: Int) {
        self.language = language
        self.share = share
    }

    var isOfStore: Bool { Self.ofStore.contains(language) }

    private static let ofStore = Set(StoreLocale.all.compactMap { StoreLocale($0)?.guessable })

    /// Whether detection confuses two languages, at least in short texts.
    ///
    /// The rule `wrong-language` reports such a pair as a warning at most.
    static func areClose(_ left: String, _ right: String) -> Bool {
        close.contains { $0.contains(left) && $0.contains(right) }
    }

    /// Whether at least 60 % of the text is in a language other than the locale's.
    ///
    /// It ignores the two variants of Chinese, which the rule chinese-variant distinguishes more reliably.
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
    var guessable: String { language == "zh" ? code : language }
}

/// Detects the languages of texts; an adapter provides the library.
package struct LanguageInspector: Sendable {
    /// The language of a text; `nil` if the text is too short or ambiguous.
    package var guess: @Sendable (_ text: String) -> LanguageGuess?

    package init(guess: @escaping @Sendable (_ text: String) -> LanguageGuess?) { self.guess = guess }
}
