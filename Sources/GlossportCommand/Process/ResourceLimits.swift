import CLibrary
@preconcurrency private import Dispatch
import Foundation
import GlossportReading

/// The resources of a run, enforced by the system.
struct ResourceLimits {
    /// Address space in bytes; most of it is never touched.
    let memory: Int
    let processorSeconds: Int

    /// A delivery of 100 MB and pictures of the largest size fit in; what takes more was made to take more.
    static let untrusted = ResourceLimits(memory: 4 << 30, processorSeconds: 300)

    var text: String { "\(memory >> 30) GB of memory or \(processorSeconds / 60) minutes of processor time" }

    /// Sets them for this process and those that it starts, for good; limits that are narrower already stay.
    func set() {
        Self.narrow(.memory, to: memory, atLast: memory)
        // The first limit sends a signal, the second kills.
        Self.narrow(.processorTime, to: processorSeconds, atLast: processorSeconds + 10)
        let source = DispatchSource.makeSignalSource(signal: SIGXCPU, queue: .global())
        source.setEventHandler { [text] in
            CommandFailure(
                GlossportError(
                    .unreadableInput,
                    "The run was stopped: in untrusted mode it may use \(text) at most.",
                    remedy: "Check for unusually large files; add --trusted if they are legitimate."
                )
            )
            .leaveAtOnce()
        }
        Platform.leaveToSource(SIGXCPU)
        source.resume()
        Interrupts.shared.keep(source)
    }

    private static func narrow(_ kind: Platform.Limit, to soft: Int, atLast hard: Int) {
        guard var limit = Platform.value(of: kind) else { return }
        limit.rlim_cur = min(limit.rlim_cur, rlim_t(soft))
        limit.rlim_max = min(limit.rlim_max, rlim_t(hard))
        Platform.set(kind, to: limit)
    }
}
