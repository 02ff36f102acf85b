package import GlossportChecking

/// What became of the names that a person gave to messages of other tools.
package struct Adoption: Sendable {
    /// The messages that have their names now.
    package private(set) var named: [ServiceID] = []
    /// What this journal has uploaded itself, and knows better.
    package private(set) var own: [ServiceID] = []
    /// What the service does not list; nothing is noted of it.
    package private(set) var missing: [ServiceID] = []

    /// Notes the names of messages that the service lists and this journal does not know; changes nothing at the service.
    ///
    /// - Parameters:
    ///   - names: The names by id.
    ///   - booked: The way to journal and service.
    /// - Throws: What ``BookedService/list(_:)`` throws.
    package init(_ names: [ServiceID: MessageName], _ booked: BookedService) async throws {
        let listed = try await booked.list(.message)
        let records = try await booked.journal.records(of: Array(names.keys), at: booked.destination)
        for id in names.keys.sorted() {
            if records[id] != nil {
                own.append(id)
            } else if listed[id] == nil {
                missing.append(id)
            } else {
                named.append(id)
            }
        }
        let new = Set(named)
        try await booked.journal.noteNames(names.filter { new.contains($0.key) }, at: booked.time.now, in: booked.run)
    }
}
