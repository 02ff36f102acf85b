private import Foundation
import Glossport

/// Asks before anything goes to production.
enum Confirmation {
    static func ask(_ destination: Destination, count: Int, yes: Bool) throws {
        guard destination.environment == .production, !yes else { return }
        guard Terminal.isConversation else {
            throw GlossportError(
                .invalidOption,
                "This would upload to production, and nobody is here to confirm it.",
                remedy: "Add --yes if that is wanted, or apply a saved plan with --plan."
            )
        }
        guard isGiven("Upload up to \(Plural.of(count, "message")) to PRODUCTION for \(destination.app)?") else {
            Output.talk("Nothing was sent.")
            throw ExitStatus.interrupted
        }
    }

    /// Asks a person, whose silence is a no.
    static func isGiven(_ question: String) -> Bool {
        Output.ask(question + " [y/N] ")
        return ["y", "yes"].contains(readLine()?.lowercased())
    }
}
