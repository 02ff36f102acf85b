package import GlossportProject
import GlossportReading

/// The detected languages of a run's texts.
///
/// Like the catalog, it contains facts only; rules derive findings from them.
package struct LanguageInventory: Sendable {
    var isAvailable = false
    /// The language of each record's joined texts, in the catalog's order.
    var records: [LanguageGuess?] = []
    /// The language of each file's texts in one locale.
    var parts: [Part: Judged] = [:]
    /// The language of all texts in a locale, if there are enough.
    var locales: [StoreLocale: LanguageGuess] = [:]
    /// The detected languages of single texts in a record or file that seems to be in another language.
    package var texts: [TextSlot: LanguageGuess] = [:]
    var sources: LanguageGuess?

    package init(isAvailable: Bool = false) { self.isAvailable = isAvailable }

    /// Whether the language of a single text is known; see ``texts``.
    package func isKnown(for slot: TextSlot) -> Bool { texts[slot] != nil }

    /// Whether a text is in its locale's language, although other texts of its message or file are not.
    package func isRight(for slot: TextSlot) -> Bool {
        guard let guess = texts[slot] else { return false }
        return guess.share >= 80 && !guess.contradicts(slot.locale)
    }

    /// The minimum number of joined texts.
    ///
    /// With four texts, 99.5 % of guesses are right (measured with 21,000 strings in 24 languages).
    static let leastTexts = 4
    static let leastLetters = 60

    /// One file's texts in one locale.
    struct Part: Hashable {
        var path: String
        var locale: StoreLocale
    }

    struct Judged {
        var guess: LanguageGuess?
        var texts: Int
        var place: SourceLocation
    }
}
