package import GlossportProject
import GlossportReading

/// The words of a run's texts that their dictionaries lack.
///
/// A value without judgement, like the catalog that it belongs to: rules turn what is in it into findings.
package struct SpellingInventory: Sendable {
    /// Delivered locales whose dictionary is not installed.
    var unchecked: [StoreLocale] = []
    /// Texts with words that their dictionary lacks.
    var texts: [TextSlot: Text] = [:]

    package init() {}

    /// The advice to install dictionaries for locales.
    package static func remedy(for locales: [StoreLocale]) -> String {
        let packages = Set(locales.compactMap(\.dictionaryPackage)).sorted()
        return
            "Install libhunspell-1.7-0 \(packages.joined(separator: " ")) (Debian), or put the files (.aff, .dic) into a folder and name it in DICPATH."
    }

    struct Text: Sendable, Hashable {
        /// Words that are probably misspelt, with the word that was meant.
        var misspelt: [Misspelt] = []
        /// Other words that the dictionary lacks.
        var unknown: [String] = []
        /// Words without their accents, where most of the text's words lack theirs; they are not among the ``misspelt``.
        var unaccented: [Misspelt] = []
        /// The language that most of these words belong to.
        var language: OtherLanguage?
    }

    struct Misspelt: Sendable, Hashable {
        var word: String
        var meant: String
    }

    struct OtherLanguage: Sendable, Hashable {
        /// The code, such as `da` or `pt-BR`.
        var code: String
        /// Words that only that language has.
        var words: [String]

        var name: String { StoreLocale(code)?.name ?? LanguageWords.name(of: code) }
    }
}
