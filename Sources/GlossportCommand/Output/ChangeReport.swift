import Glossport
import GlossportProject

/// The members that the documents of all changes have in common: where something was changed, and how that ended.
private struct ChangeHead: CommandReport {
    var schema: String
    var app: String?
    var environment: ServiceEnvironment?
    var outcome: String
    var exitCode: Int32
    /// Why it ended early, the reason first.
    var errors: [ErrorReport]?
    @Unencoded var text: [String]

    func lines(verbose: Bool, on terminal: Terminal) -> [String] { text }
}

extension OutputOptions {
    /// Prints what a command has changed; as JSON, the members of the change follow those that all changes have.
    ///
    /// - Parameters:
    ///   - schema: The document's name and number.
    ///   - destination: Where it was changed; `nil` for a change in files.
    ///   - change: Its own members.
    ///   - status: How it ended, unless an error ended it.
    ///   - obstacle: The error that ended it early.
    ///   - lines: The same for people.
    /// - Throws: `obstacle` in a ``ToldError``, because the document is not followed by another one; or `status` unless that is
    ///   ``ExitStatus/done``.
    func show(
        _ schema: String,
        at destination: Destination? = nil,
        _ change: some Encodable & Sendable,
        ended status: ExitStatus = .done,
        by obstacle: (any Error)? = nil,
        lines: [String]
    ) throws {
        let status = obstacle.map(ExitStatus.init(of:)) ?? status
        let head = ChangeHead(
            schema: schema,
            app: destination?.app,
            environment: destination?.environment,
            outcome: status.word,
            exitCode: status.rawValue,
            errors: obstacle.map { CommandFailure($0).reports },
            text: lines
        )
        show(Joined(head, change))
        if let obstacle { throw ToldError(cause: obstacle) }
        if status != .done { throw status }
    }
}
