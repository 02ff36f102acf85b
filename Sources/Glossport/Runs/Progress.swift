package import GlossportProject
package import GlossportReading

/// Receives the events of a run, on the run's own task, so it must be fast.
public protocol Progress: Sendable {
    /// Receives one event; the journal already contains the reported change of an item or a default.
    func report(_ event: any ProgressEvent)
}

/// One step of a run; its description is a few words for a log.
///
/// Each stage has separate events; a program shows those that it supports.
public protocol ProgressEvent: Sendable, CustomStringConvertible {}

/// The steps of any run.
package enum RunStep: ProgressEvent {
    /// Another run holds the destination; this one waits for it.
    case waitingForRun(GlossportError)
    /// A run was recorded.
    case began(RunStamp, RunCommand)
    /// A call other than an upload waits for its endpoint's quota; several may wait for the same moment.
    case waiting(Endpoint, until: Timestamp)
    /// The service does not answer; a call other than an upload retries.
    case silent(Silence)

    package var description: String {
        switch self {
        case .waitingForRun(let error): "waiting: \(error.message)"
        case .began(let stamp, let command): "run \(stamp.run) (\(command)) at \(stamp.run.destination)"
        case .waiting(let endpoint, _): "waiting for the quota of \(endpoint.rawValue)"
        case .silent(let silence): "no answer from the service: \(silence.answer.sentence)"
        }
    }
}

/// A run's number at its destination, its start, and its journal.
package struct RunStamp: Sendable, Hashable {
    package let run: RunID
    package let started: Timestamp
    /// The journal's name for users, such as a path.
    package let journal: String
}
