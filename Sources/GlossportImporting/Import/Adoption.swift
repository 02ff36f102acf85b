package import GlossportChecking

/// The result of naming messages of other tools.
package struct Adoption: Sendable {
    /// The messages that have their names now.
    package private(set) var named: [ServiceID] = []
    /// Messages that this journal has uploaded itself; they keep their names.
    package private(set) var own: [ServiceID] = []
    /// Messages that the service does not list; they get no name.
    package private(set) var missing: [ServiceID] = []

    /// Notes the names of messages that the service lists and this journal does not know; changes nothing at the service.
    ///
    /// - Parameters:
    ///   - names: The names by id.
    ///   - booked: The way to journal and service.
    /// - Throws: Errors of ``BookedService/list(_:)``.
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
        try await booked.journal.recordNames(names.filter { new.contains($0.key) }, at: booked.time.now, in: booked.run)
    }
}
