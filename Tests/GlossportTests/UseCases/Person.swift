import CLibrary
import Glossport

/// Somebody who is asked and told, and remembers it.
final class Person: Conversation, Progress {
    let agreesInAdvance: Bool
    private let says: Bool
    private let heard = Mutex<[Question]>([])

    /// - Parameters:
    ///   - agrees: Whether they have agreed to everything that needs no number.
    ///   - says: Their answer to a question.
    init(agrees: Bool = false, says: Bool = false) {
        agreesInAdvance = agrees
        self.says = says
    }

    /// The questions, in order.
    var questions: [Question] { heard.withLock { $0 } }

    func confirm(_ question: Question) throws {
        if agreesInAdvance, question.number == nil { return }
        heard.withLock { $0.append(question) }
        guard says else { throw Declined(question) }
    }

    func report(_ event: any ProgressEvent) {}
}
