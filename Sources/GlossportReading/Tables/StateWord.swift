/// The words in a state column.
enum StateWord {
    /// The state that a cell names; `nil` for an unknown word.
    static func state(of word: String) -> TranslationState? { states[HeaderWord.plain(word)] }

    private static let states: [String: TranslationState] = {
        let words: [TranslationState: String] = [
            .untranslated: "new untranslated nottranslated missing todo empty open notstarted initial needstranslation",
            .needsReview: """
            needsreview needreview inreview toreview review forreview fuzzy draft pending machinetranslated mt machine \
            rejected inprogress needswork unreviewed notreviewed unapproved notapproved needsreviewtranslation
            """,
            .translated: "translated done complete completed yes ok finished",
            .reviewed: "reviewed approved proofread confirmed verified checked",
            .final: "final signedoff published locked released",
        ]
        return Dictionary(
            words.flatMap { state, list in list.split(separator: " ").map { (String($0), state) } },
            uniquingKeysWith: { first, _ in first }
        )
    }()
}
