import GlossportReading

package enum LanguageWords {
    /// The English name of a language.
    ///
    /// - Parameter code: The code, as ``LanguageGuess`` names it.
    /// - Returns: The name, or the code in quotation marks if the language is unknown.
    package static func name(of code: String) -> String {
        guard let name = LanguageNames.name(of: code) else { return "“\(code)”" }
        return name.split(separator: " ").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined(separator: " ")
    }
}
