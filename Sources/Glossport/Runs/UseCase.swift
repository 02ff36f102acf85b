package import GlossportProject

/// One task that Glossport performs at the service, with values as input and output.
///
/// ``Session/perform(_:)`` records it as a separate run; tests and simulations perform it in a run that they created.
package protocol UseCase: Sendable {
    associatedtype Outcome: RunResult

    /// The command to record in the journal.
    var command: RunCommand { get }

    /// Whether no other exclusive run may work at the destination meanwhile; a run that only reads is not exclusive.
    var isExclusive: Bool { get }

    /// The delivered files, for the journal.
    var sources: [RunStart.Source] { get throws }

    /// Asks the questions that must be answered before the run begins, and checks that later ones can be answered.
    ///
    /// - Throws: Any error of the ``Conversation``.
    func begin(_ conversation: any Conversation, at destination: Destination) async throws

    func perform(in run: Run) async throws -> Outcome
}

extension UseCase {
    package var isExclusive: Bool { true }
    package var sources: [RunStart.Source] { get throws { [] } }
    package func begin(_ conversation: any Conversation, at destination: Destination) async throws {}
}

/// The result of a use case, or the error that ends it.
public protocol RunResult: Sendable {
    /// The exit status of the run.
    var status: ExitStatus { get }
}
