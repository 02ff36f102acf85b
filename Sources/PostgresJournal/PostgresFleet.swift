package import GlossportChecking
package import GlossportImporting

/// A fleet in the database of its journal.
package struct PostgresFleet: FleetStore {
    private let link: PostgresLink

    /// For how long a lost connection is made again.
    private static let patience = Duration.seconds(20)

    package init(_ address: PostgresAddress) { link = PostgresLink(address, patience: Self.patience) }

    private func read<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Value {
        try await link.read { [name = link.address.name] transaction in
            try PostgresSchema.require(PostgresSchema.standing(transaction), name)
            return try body(transaction)
        }
    }

    /// Writes may be repeated if it is unknown whether the first one succeeded.
    private func write<Value: Sendable>(
        _ body: @escaping @Sendable (PostgresTransaction) throws -> Value
    ) async throws -> Value {
        try await link.write { [name = link.address.name] transaction in
            try PostgresSchema.require(PostgresSchema.standing(transaction), name)
            return try body(transaction)
        }
    }

    package func now() async throws -> Timestamp { try await read { try $0.fleetNow() } }

    package func lead(of now: Timestamp) async throws -> Duration {
        now - (try await read { try $0.serverNow() })
    }

    package func submit(
        _ digests: [Destination: InputDigest],
        by person: String
    ) async throws -> [Destination: FleetRevision] {
        try await write { transaction in
            try transaction.submit(digests, by: person)
            return try transaction.revisions().filter { digests[$0.key] != nil }
        }
    }

    package func projects() async throws -> [FleetProject] { try await read { try $0.fleetProjects() } }

    package func revisions() async throws -> [Destination: FleetRevision] { try await read { try $0.revisions() } }

    package func takeDue(of offers: [Destination: InputDigest]) async throws -> FleetTurn? {
        guard !offers.isEmpty else { return nil }
        return try await write { transaction in
            // Of thousands of offers, only those that may be next are sent; all of them if none was taken.
            let first = try transaction.due(atMost: Self.glance)
            let likely = offers.filter { first[$0.key] == $0.value }
            if !likely.isEmpty, let turn = try transaction.takeDue(of: likely) { return turn }
            return first.count < Self.glance ? nil : try transaction.takeDue(of: offers)
        }
    }

    /// How many of those that are due are looked at before all offers are.
    private static let glance = 64

    package func keep(_ turn: FleetTurn) async throws -> Bool { try await write { try $0.keep(turn) } }

    package func note(_ outcome: TurnOutcome, of turn: FleetTurn) async throws -> Bool {
        try await write { try $0.note(outcome, of: turn) }
    }

    package func pause(_ destinations: [Destination], by person: String) async throws -> [Destination] {
        try await write { try $0.change(destinations, "paused_by = $3", [person]) }
    }

    package func resume(_ destinations: [Destination]) async throws -> [Destination] {
        try await write { try $0.change(destinations, "paused_by = NULL") }
    }

    package func park(_ destination: Destination, note: String) async throws {
        _ = try await write {
            try $0.change([destination], "wake_at = NULL, note = $3, turn = project.turn + 1", [note])
        }
    }

    package func wake(_ destinations: [Destination]) async throws -> [Destination] {
        try await write { try $0.change(destinations, PostgresTransaction.makeDue) }
    }

    package func register(_ worker: FleetWorker) async throws -> FleetWorkerID {
        try await write { try $0.register(worker) }
    }

    package func beat(_ worker: FleetWorkerID, busy: Int, strangers: [Destination]) async throws {
        try await write { try $0.beat(worker, busy: busy, strangers: strangers) }
    }

    package func dismiss(_ worker: FleetWorkerID) async throws {
        try await write { transaction in
            _ = try transaction.perform("DELETE FROM worker WHERE number = $1", [worker.rawValue])
        }
    }

    package func workers() async throws -> [FleetWorker] { try await read { try $0.workers() } }
}
