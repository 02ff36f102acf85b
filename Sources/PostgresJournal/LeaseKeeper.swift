import CLibrary
import Dispatch
import Glossport

/// Renews a lease until ``end()``, even if nothing is written.
final class LeaseKeeper: Sendable {
    private let destination: Int64
    private let link: PostgresLink
    private let lease: PostgresLease
    private let hasEnded = Mutex(false)

    /// Starts to renew a destination's lease; the link may be shared with other keepers.
    init(_ destination: Int64, _ link: PostgresLink, _ lease: PostgresLease) {
        self.destination = destination
        self.link = link
        self.lease = lease
        renewLater()
    }

    private func renewLater() {
        // Renew six times per lease length, so that a slow renewal does not matter.
        let pause = DispatchTimeInterval.nanoseconds(Int(lease.length.nanoseconds / 6))
        link.queue.asyncAfter(deadline: .now() + pause) { [weak self] in
            guard let self, !hasEnded.withLock({ $0 }) else { return }
            let isHeld = try? link.transaction(isReading: false) {
                try self.lease.renewClaim(self.destination, in: $0)
            }
            // If another process has taken the lease, its run supersedes ours: the journal refuses our next write. If
            // the server did not answer, try again.
            guard isHeld != false else { return }
            renewLater()
        }
    }

    /// Releases the destination; a second call does nothing.
    func end() {
        let isFirst = hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
        guard isFirst else { return }
        link.queue.sync {
            // Without a connection, the lease expires by itself.
            _ = try? link.transaction(isReading: false, timeout: .zero) { try lease.release(destination, in: $0) }
        }
    }
}
