private import Foundation
package import Glossport
package import GlossportProject
package import GlossportReading

package struct PostgresJournalStore: JournalStore {
    private let address: PostgresAddress
    private let lease: PostgresLease

    /// The claim of this process; all its work on a destination shares one lease.
    private static let claim = UUID().uuidString

    package init(_ address: PostgresAddress) {
        self.init(address, lease: PostgresLease(claim: Self.claim, length: address.leaseLength))
    }

    init(_ address: PostgresAddress, lease: PostgresLease) {
        self.address = address
        self.lease = lease
    }

    package var name: String { address.name }

    /// Always `true`: only ``migrate()`` creates a journal in a database, and opening an empty database throws an error
    /// with the remedy.
    package func exists() -> Bool { true }

    package func open(_ opening: JournalOpening) async throws -> Journal {
        Journal(try await PostgresLog(address, lease: lease), writer: UUID())
    }

    package func migrate() async throws -> [String] {
        try await link().write { [name] in try PostgresSchema.migrate($0, name) }
    }

    package func hold(
        _ destination: Destination,
        waiting limit: Duration?,
        by time: any TimeSource,
        until stop: StopRequest,
        onWait: (GlossportError) -> Void
    ) async throws -> JournalHold {
        let link = link()
        let status = try await link.read { try PostgresSchema.status(in: $0) }
        try PostgresSchema.require(status, name)
        let started = time.now
        var hasReported = false
        while true {
            let (number, holder) = try await link.write { [lease] transaction -> (Int64, GlossportError?) in
                let number = try transaction.number(of: destination)
                let isTaken = try lease.take(number, by: .current, in: transaction)
                return (number, isTaken ? nil : try transaction.heldJournal(at: destination))
            }
            guard let holder else {
                let keeper = LeaseKeeper(number, link, lease)
                return JournalHold { keeper.end() }
            }
            if let limit, time.now - started >= limit { throw holder }
            if !hasReported { onWait(holder) }
            hasReported = true
            // Random times, so that waiting processes do not all try at once.
            try await stop.sleep(until: time.now + .milliseconds(Int64.random(in: 1_000...2_000)), by: time)
        }
    }

    private func link() -> PostgresLink { PostgresLink(address, timeout: lease.length * 2 / 3) }
}
