private import Foundation
package import Glossport
package import GlossportProject

package struct PostgresJournalStore: JournalStore {
    private let address: PostgresAddress
    private let lease: PostgresLease
    /// The connection for migrations, for attempts to hold a destination, so that a lost server does not end a wait at
    /// once, and for the renewal of the leases.
    private let link: PostgresLink

    /// The claim of this process; all its work on a destination shares one lease.
    private static let claim = UUID().uuidString

    package init(_ address: PostgresAddress) {
        self.init(address, lease: PostgresLease(claim: Self.claim, length: address.leaseLength))
    }

    init(_ address: PostgresAddress, lease: PostgresLease) {
        self.address = address
        self.lease = lease
        link = PostgresLink(address, timeout: lease.length * 2 / 3)
    }

    package var name: String { address.name }

    /// Always `true`: only ``migrate()`` creates a journal in a database, and opening an empty database throws an error
    /// with the remedy.
    package func exists() -> Bool { true }

    package func open(_ opening: JournalOpening) async throws -> Journal {
        Journal(try await PostgresLog(address, lease: lease), writer: UUID())
    }

    package func migrate() async throws -> [String] {
        try await link.write { [name] in try PostgresSchema.migrate($0, name) }
    }

    package func hold(_ destination: Destination, at moment: Timestamp) async throws -> JournalHold {
        let number = try await link.write { [lease, name] transaction in
            try PostgresSchema.require(try PostgresSchema.status(in: transaction), name)
            let number = try transaction.number(of: destination)
            guard try lease.take(number, by: .current, in: transaction) else {
                throw try transaction.heldJournal(at: destination)
            }
            return number
        }
        let keeper = LeaseKeeper(number, link, lease)
        return JournalHold { keeper.end() }
    }

    /// A random duration, so that waiting processes do not all try at once.
    package var lockPause: Duration { .milliseconds(Int64.random(in: 1_000...2_000)) }
}
