import CLibrary
@preconcurrency private import Dispatch
import Foundation
import GlossportReading

/// The resource limits of a run, enforced by the operating system.
struct ResourceLimits {
    /// The limit on the address space, in bytes; a process uses only a part of its address space.
    let memory: Int
    let processorSeconds: Int

    /// Enough for a delivery of 100 MB and the largest allowed pictures; input that needs more is probably malicious.
    static let untrusted = ResourceLimits(memory: 4 << 30, processorSeconds: 300)

    var text: String { "\(memory >> 30) GB of memory or \(processorSeconds / 60) minutes of processor time" }

    /// Sets the limits permanently for this process and its children; limits that are already lower do not change.
    func set() {
        Self.narrow(.memory, to: memory, atLast: memory)
        // The soft limit sends a signal, the hard limit kills the process.
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
