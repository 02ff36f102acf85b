/// A question on the terminal, with a proposal that Enter takes.
struct Prompt {
    private let text: String
    private let proposal: String

    init(_ text: String, proposal: String) {
        self.text = text
        self.proposal = proposal
    }

    /// Asks until the answer will do.
    ///
    /// - Parameter objection: The objection to an answer; `nil` to accept it.
    /// - Returns: The answer, or the proposal where there is none.
    func answer(objection: (String) -> String? = { _ in nil }) -> String {
        while true {
            Output.ask(text + (proposal.isEmpty ? " (Enter: later)" : " [\(proposal)]") + ": ")
            guard let line = Interrupts.shared.whileAsking({ readLine() }) else { return proposal }
            let answer = String(line.drop(while: \.isWhitespace).reversed().drop(while: \.isWhitespace).reversed())
            if answer.isEmpty { return proposal }
            guard let objection = objection(answer) else { return answer }
            Output.talk(objection)
        }
    }
}
