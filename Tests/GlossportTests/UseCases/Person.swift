import CLibrary
import Glossport

/// A user who answers questions and remembers them.
final class Person: Conversation, Progress {
    let agreesInAdvance: Bool
    private let accepts: Bool
    private let heard = Mutex<[Question]>([])

    /// - Parameters:
    ///   - agrees: Whether the user agreed in advance to everything without a number.
    ///   - accepts: The user's answer to a question.
    init(agrees: Bool = false, accepts: Bool = false) {
        agreesInAdvance = agrees
        self.accepts = accepts
    }

    var questions: [Question] { heard.withLock { $0 } }

    func confirm(_ question: Question) throws {
        if agreesInAdvance, question.number == nil { return }
        heard.withLock { $0.append(question) }
        guard accepts else { throw Declined(question) }
    }

    func report(_ event: any ProgressEvent) {}
}
