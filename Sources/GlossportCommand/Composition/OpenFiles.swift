private import Foundation
import GlossportReading

/// How many connections the limit on open files leaves room for.
///
/// Event loops and timers end the process where they can't open what they need, in the middle of an upload. So a low limit is
/// looked at before the first of them is made.
enum OpenFiles {
    /// Open files besides connections: standard streams, journal, lock, signals and timers, and three for each core's
    /// event loop.
    static let others = 16 + 3 * ProcessInfo.processInfo.processorCount

    /// The number of connections to use.
    ///
    /// - Parameters:
    ///   - wanted: The number that the user asked for.
    ///   - limit: Open files of this process.
    /// - Returns: As many as wanted, or fewer if the limit leaves no room for them.
    /// - Throws: A ``GlossportError`` if it leaves room for none.
    static func connections(_ wanted: Int, limit: Int = limit()) throws -> Int {
        guard limit > others else {
            throw GlossportError(
                .invalidOption,
                "This process may open \(limit) files, but an upload needs \(others + 1) at least.",
                remedy: "Raise the limit with `ulimit -n 256`, and run the command again."
            )
        }
        return min(wanted, limit - others)
    }

    /// The soft limit; it is raised to what is needed as far as the hard one permits.
    private static func limit() -> Int {
        var limit = rlimit()
        guard getrlimit(kind, &limit) == 0 else { return .max }
        let enough = rlim_t(1_024)
        if limit.rlim_cur < enough, limit.rlim_max > limit.rlim_cur {
            var raised = limit
            raised.rlim_cur = min(enough, limit.rlim_max)
            if setrlimit(kind, &raised) == 0 { limit = raised }
        }
        return Int(clamping: limit.rlim_cur)
    }

    #if canImport(Darwin)
        private static var kind: Int32 { RLIMIT_NOFILE }
    #else
        private static var kind: __rlimit_resource_t { __rlimit_resource_t(RLIMIT_NOFILE.rawValue) }
    #endif
}
