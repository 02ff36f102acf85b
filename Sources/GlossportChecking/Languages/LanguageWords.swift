import GlossportReading

/// The names of languages in a sentence.
package enum LanguageWords {
    /// A language's English name; its code, if it has none here.
    ///
    /// - Parameter code: As ``LanguageGuess`` names it.
    /// - Returns: A name for a sentence, or the code in quotation marks.
    package static func name(of code: String) -> String {
        guard let name = LanguageNames.name(of: code) else { return "“\(code)”" }
        return name.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }
}
