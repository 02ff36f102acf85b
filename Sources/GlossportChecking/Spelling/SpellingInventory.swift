package import GlossportProject
import GlossportReading

/// The words of a run's texts that their dictionaries do not contain.
///
/// Like the catalog, it contains facts only; rules derive findings from them.
package struct SpellingInventory: Sendable {
    /// Delivered locales whose dictionary is not installed.
    var unchecked: [StoreLocale] = []
    var texts: [TextSlot: Text] = [:]

    package init() {}

    package static func remedy(for locales: [StoreLocale]) -> String {
        let packages = Set(locales.compactMap(\.dictionaryPackage)).sorted()
        return
            "Install libhunspell-1.7-0 \(packages.joined(separator: " ")) (Debian), or put the files (.aff, .dic) into a folder and name it in DICPATH."
    }

    struct Text: Sendable, Hashable {
        /// Words that are probably misspelled, each with the intended word.
        var misspelt: [Misspelt] = []
        /// Other words that the dictionary does not contain.
        var unknown: [String] = []
        /// Words without their accents, if most of the text's words lack them; they are not in ``misspelt``.
        var unaccented: [Misspelt] = []
        /// The similar language whose dictionary contains most of the words that this one lacks.
        var language: OtherLanguage?
    }

    struct Misspelt: Sendable, Hashable {
        var word: String
        var meant: String
    }

    struct OtherLanguage: Sendable, Hashable {
        /// The code, such as `da` or `pt-BR`.
        var code: String
        /// Up to two of the text's words that this language's dictionary contains and the text's own lacks.
        var words: [String]

        var name: String { StoreLocale(code)?.name ?? LanguageWords.name(of: code) }
    }
}
