/// How the languages of texts are guessed; the library behind it is an adapter's business.
package struct LanguageInspector: Sendable {
    /// The language of a text; `nil` where it says too little.
    package var guess: @Sendable (_ text: String) -> LanguageGuess?

    package init(guess: @escaping @Sendable (_ text: String) -> LanguageGuess?) { self.guess = guess }
}
