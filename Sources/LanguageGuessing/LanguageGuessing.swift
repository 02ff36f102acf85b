package import GlossportChecking

#if canImport(NaturalLanguage)
    private import NaturalLanguage
#else
    private import CLanguageGuess
#endif

/// Guesses languages with NaturalLanguage on Apple platforms, and with CLD2 elsewhere.
///
/// Both libraries include their tables, so no model is downloaded. Only this file calls them.
package enum LanguageGuessing {
    #if canImport(NaturalLanguage)
        package static let inspector: LanguageInspector? = LanguageInspector(guess: guess)

        private static func guess(_ text: String) -> LanguageGuess? {
            let recognizer = NLLanguageRecognizer()
            recognizer.processString(text)
            guard let best = recognizer.languageHypotheses(withMaximum: 1).first, best.key != .undetermined else {
                return nil
            }
            return LanguageGuess(codes[best.key.rawValue] ?? best.key.rawValue, share: Int(best.value * 100))
        }
    #else
        /// The inspector; `nil` if the library is not part of this build.
        package static let inspector: LanguageInspector? =
            glossport_can_guess_languages() == 0 ? nil : LanguageInspector(guess: guess)

        private static func guess(_ text: String) -> LanguageGuess? {
            var text = text
            var code = [CChar](repeating: 0, count: 16)
            var share: CInt = 0
            let isKnown = text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) { characters in
                    glossport_guess_language(characters.baseAddress, CInt(clamping: characters.count), &code, &share)
                }
            }
            guard isKnown == 1 else { return nil }
            let name = String(decoding: code.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
            return LanguageGuess(codes[name] ?? name, share: Int(share))
        }
    #endif

    /// Maps the libraries' codes to those of ``LanguageGuess`` where they differ.
    private static let codes = [
        "iw": "he", "nb": "no", "nn": "no", "zh": "zh-Hans", "zh-TW": "zh-Hant", "jw": "jv",
        "tl": "fil",
    ]
}
