package import GlossportProject

/// One thing that Glossport does at the service: values in, a value out.
///
/// ``Session/perform(_:)`` books it as a run of its own; tests and simulations perform it in a run that they have made.
package protocol UseCase: Sendable {
    associatedtype Outcome: RunResult

    /// The word that the journal keeps of it.
    var command: RunCommand { get }

    /// Whether no other process may work at the destination meanwhile; a run that only asks lets others.
    var isExclusive: Bool { get }

    /// The delivered files, for the journal.
    var sources: [RunStart.Source] { get throws }

    /// Asks what has to be answered before the run begins, and makes sure that later questions can be.
    ///
    /// - Throws: Any error of the ``Conversation``.
    func begin(_ conversation: any Conversation, at destination: Destination) async throws

    /// Does it.
    func perform(in run: Run) async throws -> Outcome
}

extension UseCase {
    package var isExclusive: Bool { true }
    package var sources: [RunStart.Source] { get throws { [] } }
    package func begin(_ conversation: any Conversation, at destination: Destination) async throws {}
}

/// The result of a use case, or the error that is its end.
public protocol RunResult: Sendable {
    /// How the run ended.
    var status: ExitStatus { get }
}
