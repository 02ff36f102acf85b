private import Foundation
import GlossportChecking
import GlossportImporting
import GlossportReading

/// Asks before anything changes what customers see, or can't be taken back.
enum Confirmation {
    /// What is to be confirmed.
    struct Question {
        /// What would happen, to follow “This would”, such as “upload to production”.
        var deed: String
        /// What a person is asked.
        var text: String
        /// What is said if the answer is no.
        var refusal = "Nothing was changed."
    }

    /// Makes sure that somebody can be asked later, before work is done in vain.
    ///
    /// - Throws: ``GlossportError`` in production, if nobody is there to be asked and nothing was agreed to.
    static func check(_ destination: Destination, deed: String, agreed: Bool, savedPlans: Bool = false) throws {
        guard destination.environment == .production, !agreed, !Terminal.isConversation else { return }
        throw nobody(deed, savedPlans: savedPlans)
    }

    /// Asks a person, in production only.
    ///
    /// - Throws: ``GlossportError`` if nobody is there to be asked; `ExitStatus.interrupted` for a no.
    static func ask(_ question: Question, _ destination: Destination, agreed: Bool) throws {
        guard destination.environment == .production else { return }
        try askAnyway(question, agreed: agreed)
    }

    /// Asks a person, wherever it goes to.
    ///
    /// - Throws: ``GlossportError`` if nobody is there to be asked; `ExitStatus.interrupted` for a no.
    static func askAnyway(_ question: Question, agreed: Bool) throws {
        guard !agreed else { return }
        guard Terminal.isConversation else { throw nobody(question.deed) }
        guard isGiven(question.text) else {
            Output.talk(question.refusal)
            throw ExitStatus.interrupted
        }
    }

    /// Asks a person to type a number that is larger than anybody expects.
    ///
    /// - Parameters:
    ///   - count: The number.
    ///   - question: What is asked.
    ///   - flag: What states it where nobody is there to be asked.
    ///   - mayAsk: Whether somebody is.
    /// - Throws: ``GlossportError`` if nobody is there to be asked; `ExitStatus.interrupted` for anything but the number.
    static func askNumber(_ count: Int, _ question: Question, flag: String, mayAsk: Bool) throws {
        guard mayAsk else {
            throw GlossportError(
                .invalidOption,
                "This would \(question.deed). \(question.refusal)",
                remedy: "If that is wanted, state the number: \(flag) \(count)."
            )
        }
        let answer = answer(to: "\(question.text) Type \(count) to go on: ")
        guard answer?.filter({ !$0.isWhitespace }) == "\(count)" else {
            Output.talk(question.refusal)
            throw ExitStatus.interrupted
        }
    }

    /// Asks for the number of defaults that would be replaced.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - live: How many customers see.
    ///   - whose: What more there is to say of them, as the end of a sentence.
    ///   - text: What is asked after that was said.
    ///   - refusal: What is said if the answer is no.
    /// - Throws: What ``askNumber(_:_:flag:mayAsk:)`` throws.
    static func askReplacing(
        _ count: Int,
        of live: Int,
        whose: String = "",
        text: String? = nil,
        refusal: String = "Nothing was changed."
    ) throws {
        let deed =
            "replace \(Plural.grouped(count)) of the \(Plural.of(live, "default")) that customers see" + whose
        try askNumber(
            count,
            Question(deed: deed, text: "This would \(deed)." + (text.map { " " + $0 } ?? ""), refusal: refusal),
            flag: "--replacements",
            mayAsk: Terminal.isConversation
        )
    }

    private static func nobody(_ deed: String, savedPlans: Bool = false) -> GlossportError {
        GlossportError(
            .invalidOption,
            "This would \(deed), and nobody is here to confirm it.",
            remedy: "Add --yes if that is wanted" + (savedPlans ? ", or apply a saved plan with --plan." : ".")
        )
    }

    /// Asks a person, whose silence is a no.
    static func isGiven(_ question: String) -> Bool {
        ["y", "yes"].contains(answer(to: question + " [y/N] ")?.lowercased())
    }

    private static func answer(to question: String) -> String? {
        Output.ask(question)
        return Interrupts.shared.whileAsking { readLine() }
    }
}
