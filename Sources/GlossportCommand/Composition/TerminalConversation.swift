private import Foundation
import Glossport
import GlossportReading

/// Asks the user on the terminal before changes that customers see or that cannot be undone.
struct TerminalConversation: Conversation {
    /// Whether `--yes` answers the questions that don't require a number.
    let agreesInAdvance: Bool
    /// Whether the command accepts a saved plan.
    var takesSavedPlans = false
    /// Whether the user can be asked for a number.
    ///
    /// `false` while several projects run at the same time: a question would not identify its project, and two
    /// questions might appear together.
    var mayAsk = Terminal.isConversation && ProjectCall.current?.isLive != false

    init(agreed: Bool = false) { agreesInAdvance = agreed }

    func expect(_ action: String) throws {
        guard !agreesInAdvance, !Terminal.isConversation else { return }
        throw GlossportError(
            .invalidOption,
            "This would \(action), but there is no terminal to confirm it.",
            remedy: "To go ahead, add --yes" + (takesSavedPlans ? ", or apply a saved plan with --plan." : ".")
        )
    }

    func confirm(_ question: Question) throws {
        if let number = question.number { return try ask(for: number, question) }
        try expect(question.action)
        guard agreesInAdvance || Self.isYes(question.text) else { throw Declined(question) }
    }

    /// Asks the user to confirm a large change by typing the number of affected items.
    private func ask(for number: Int, _ question: Question) throws {
        let flag = question.subject == .deletion ? "--deletions" : "--replacements"
        guard mayAsk else {
            throw GlossportError(
                .invalidOption,
                "This would \(question.action). \(question.refusal)",
                remedy: "To go ahead, state the number: \(flag) \(number)."
            )
        }
        let answer = Self.answer(to: "\(question.text) Type \(number) to continue: ")
        guard answer?.filter({ !$0.isWhitespace }) == "\(number)" else { throw Declined(question) }
    }

    /// Asks a yes-or-no question; an empty answer means no.
    private static func isYes(_ question: String) -> Bool {
        ["y", "yes"].contains(answer(to: question + " [y/N] ")?.lowercased())
    }

    private static func answer(to question: String) -> String? {
        Output.ask(question)
        return Interrupts.shared.whileAsking { readLine() }
    }
}
