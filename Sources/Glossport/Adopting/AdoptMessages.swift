package import GlossportProject

/// Gives names to messages that other tools have uploaded, without changing anything at the service.
public struct AdoptMessages: UseCase {
    package let names: [ServiceID: MessageName]

    package init(_ names: [ServiceID: MessageName]) { self.names = names }

    package var command: RunCommand { .adopt }
    package var isExclusive: Bool { false }

    package func perform(in run: Run) async throws -> AdoptedMessages {
        AdoptedMessages(adoption: try await Adoption(names, run))
    }
}

/// The result of naming other tools' messages.
public struct AdoptedMessages: RunResult {
    package let adoption: Adoption
    /// Always ``ExitStatus/done``; ids that the service does not list are part of the result.
    public let status = ExitStatus.done
}
