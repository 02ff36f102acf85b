import Glossport
import GlossportProject

/// The members common to the documents of all changes: the target and the outcome.
private struct ChangeHead: CommandReport {
    var schema: String
    var app: String?
    var environment: ServiceEnvironment?
    var outcome: String
    var exitCode: Int32
    /// The errors that ended the change early, the main one first.
    var errors: [ErrorReport]?
    @Unencoded var text: [String]

    func lines(verbose: Bool, on terminal: Terminal) -> [String] { text }
}

extension OutputOptions {
    /// Prints the result of a change; in JSON, the common members precede those of the change.
    ///
    /// - Parameters:
    ///   - schema: The name and version of the document's schema.
    ///   - destination: The target of the change; `nil` for a change to files.
    ///   - change: The members specific to the change.
    ///   - status: The exit status, unless an error ended the change.
    ///   - obstacle: The error that ended the change early.
    ///   - lines: The result for people.
    /// - Throws: `obstacle` in a ``ReportedError``, so that no second document is printed; or `status` unless it is
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
        if let obstacle { throw ReportedError(cause: obstacle) }
        if status != .done { throw status }
    }
}
