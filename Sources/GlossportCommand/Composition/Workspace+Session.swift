private import CLibrary
private import Foundation
import Glossport
import GlossportProject
import GlossportReading

extension Workspace {
    /// The project's session, configured by flags, environment and project file; throws in untrusted mode.
    func session(
        _ service: ServiceOptions,
        _ limits: LimitOptions,
        _ lock: LockOptions? = nil,
        asking conversation: TerminalConversation = TerminalConversation(),
        showing progress: RunProgress
    ) throws -> Session {
        try Trust.requireTrusted()
        let concurrency = try OpenFiles.connections(project.concurrency ?? RunLimits.usualConcurrency)
        let destination = try destination()
        var session = Session(
            project,
            in: destination.environment,
            journal: JournalProvider(try store),
            service: try client(service, at: destination, concurrency: concurrency, by: progress.time),
            conversation: conversation,
            progress: progress,
            version: GlossportCommand.version
        )
        session.journalName = journal.description
        session.limits.ignoresPauses = service.ignorePause
        (session.limits.maxWait, session.limits.outageLimit) = (limits.maxWait.limit, limits.maxWait.limit)
        session.limits.concurrency = concurrency
        session.limits.waitForLock = lock.map(\.waitForLock.limit) ?? .zero
        (session.time, session.stop) = (progress.time, Interrupts.shared.stop)
        return session
    }
}

/// The number of connections that the limit on open files allows.
///
/// Event loops and timers crash the process if they can't open a descriptor, even in the middle of an upload. So a low
/// limit is detected before the first event loop is created.
enum OpenFiles {
    /// Open files besides connections, such as standard streams, journal, lock, signals, and three for each event loop.
    static let others = 16 + 3 * ProcessInfo.processInfo.processorCount

    /// Open files of each of several projects besides its connections: the journal with its locks, and a log.
    private static let ofProject = 8

    /// The number of projects that may be open at a time, each with the usual number of connections: from 1 to 64.
    static func projects(_ wanted: Int, limit: Int = limit()) -> Int {
        max(1, min(wanted, 64, (limit - others) / (ofProject + RunLimits.usualConcurrency)))
    }

    /// The number of connections to use: as many as wanted, or fewer if the limit leaves no room for them.
    ///
    /// - Parameters:
    ///   - wanted: The number that the user or the command wants.
    ///   - projects: The number of projects that share the limit.
    ///   - limit: The number of files that the process may open.
    /// - Returns: The connections of one project, at least one.
    /// - Throws: ``GlossportError`` if there is no room for any connection.
    static func connections(
        _ wanted: Int,
        projects: Int = ProjectCall.current?.mostOpen ?? 1,
        limit: Int = limit()
    ) throws -> Int {
        guard limit > others else {
            throw GlossportError(
                .invalidOption,
                "This process may open \(limit) files, but an upload needs \(others + 1) at least.",
                remedy: "Raise the limit with `ulimit -n 256`, and run the command again."
            )
        }
        return projects == 1
            ? min(wanted, limit - others) : max(1, min(wanted, (limit - others) / projects - ofProject))
    }

    /// Raises a soft limit below 2,048 to 2,048 or the hard limit, whichever is lower, and returns the soft limit.
    static func limit() -> Int {
        guard var limit = Platform.value(of: .openFiles) else { return .max }
        let enough = rlim_t(2_048)
        if limit.rlim_cur < enough, limit.rlim_max > limit.rlim_cur {
            var raised = limit
            raised.rlim_cur = min(enough, limit.rlim_max)
            if Platform.set(.openFiles, to: raised) { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }
}
