package import GlossportProject
import GlossportReading

/// Tests properties of the sandbox that Apple's documentation leaves open, with temporary messages and a picture.
///
/// The uploads are not items, so nothing mistakes them for the project's content. The journal contains the uploads that
/// a stopped or killed probe leaves, and the next probe deletes them first.
public struct ProbeService: UseCase {
    /// Whether to use up an hour's allowance to see a 429 answer.
    package let spendsQuota: Bool

    package init(spendsQuota: Bool = false) { self.spendsQuota = spendsQuota }

    package var command: RunCommand { .probe }

    /// The session; if `spendsQuota`, with twice the allowance in the local ledger, so that the service throttles
    /// first.
    package func session(_ session: Session) -> Session {
        var roomy = session
        if spendsQuota { roomy.project.budgets[.getRealtimeURL] = 2 * session.allowance(.getRealtimeURL) }
        return roomy
    }

    package func begin(_ conversation: any Conversation, at destination: Destination) async throws {
        guard destination.environment == .sandbox else {
            throw GlossportError(
                .invalidOption,
                "A probe is for the sandbox only.",
                remedy: "Add --environment sandbox."
            )
        }
        let action = "upload about 20 messages and a picture to \(destination), and delete them again"
        try await conversation.confirm(
            Question(
                .upload,
                action: action,
                text:
                    "This would \(action), with about 90 requests\(spendsQuota ? " and an hour’s allowance for the real-time URL" : ""). Go on?",
                refusal: "Nothing was sent."
            )
        )
    }

    package func perform(in run: Run) async throws -> ProbeReport {
        let start = run.time.now
        var work = ProbeWork(run)
        try await work.removeAll()
        do {
            try await work.ask(ProbeQuestion.allCases.filter { $0 != .quota || spendsQuota })
        } catch {
            // A stopped run sends no more requests; the next probe deletes the uploads.
            if run.stop.cause == nil { try? await work.removeAll() }
            throw error
        }
        try await work.removeAll()
        return ProbeReport(
            environment: run.destination.environment,
            version: run.session.version,
            asked: start,
            requests: run.requests.values.reduce(0, +),
            answers: work.answers,
            left: try await run.journal.read(at: run.destination) { $0.probes.count }
        )
    }
}
