import CLibrary
import Dispatch
import Glossport

/// Renews a claim as long as the process holds it, also while nothing is written.
final class LeaseKeeper: Sendable {
    private let destination: Int64
    private let link: PostgresLink
    private let lease: PostgresLease
    private let hasEnded = Mutex(false)

    /// - Parameters:
    ///   - destination: The number of what was taken.
    ///   - link: The keeper's own link.
    ///   - lease: The lease to renew.
    init(_ destination: Int64, _ link: PostgresLink, _ lease: PostgresLease) {
        self.destination = destination
        self.link = link
        self.lease = lease
        renewLater()
    }

    private func renewLater() {
        // Six attempts, so that a slow one does not matter.
        let pause = DispatchTimeInterval.nanoseconds(Int(lease.length.nanoseconds / 6))
        link.queue.asyncAfter(deadline: .now() + pause) { [weak self] in
            guard let self, !hasEnded.withLock({ $0 }) else { return }
            // If it is lost, the process that takes it is the next to write.
            _ = try? link.transaction(isReading: false) { try self.lease.renewClaim(self.destination, in: $0) }
            renewLater()
        }
    }

    /// Gives the destination back; the second time does nothing.
    func end() {
        let isFirst = hasEnded.withLock { hasEnded in
            defer { hasEnded = true }
            return !hasEnded
        }
        guard isFirst else { return }
        link.queue.sync {
            // Without a connection the lease runs out by itself.
            _ = try? link.transaction(isReading: false, patience: .zero) { try lease.release(destination, in: $0) }
        }
        link.close()
    }
}
