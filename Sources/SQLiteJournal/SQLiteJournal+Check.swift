private import Foundation
private import GRDB
import GlossportChecking
package import GlossportImporting
import GlossportReading

extension SQLiteJournal {
    /// Looks at every page, every reference and every item of the file.
    ///
    /// Opening has already compared the migrations' checksums.
    package func check() async throws -> JournalCheck {
        var (check, destinations) = try await commits.read { db in
            var check = JournalCheck()
            let lines = try String.fetchAll(db, sql: "PRAGMA integrity_check")
            check.damage = lines == ["ok"] ? [] : lines
            for row in try Row.fetchAll(db, sql: "PRAGMA foreign_key_check") {
                check.damage.append("a row of \(row["table"] as String) refers to a row that is not there")
            }
            let seals = try SealInspection(db)
            (check.alterations, check.head) = (seals.defects, seals.head)
            check.attempts = try Int.fetchOne(db, sql: "SELECT count(*) FROM attempt") ?? 0
            return (check, try db.destinations())
        }
        for destination in destinations {
            let records: [ItemRecord]
            do {
                records = try await allRecords(at: destination)
            } catch let error as GlossportError {
                check.damage.append(error.message)
                continue
            }
            check.items += records.count
            let attempts = try await commits.read { db in try db.attemptsOfItems(at: destination) }
            check.contradictions += JournalAudit.contradictions(in: records, attempts, at: destination)
        }
        return check
    }
}

extension Database {
    /// Every destination that the journal has met.
    func destinations() throws -> [Destination] {
        try rows("SELECT app, environment FROM destination ORDER BY number", []) { row in
            let environment = ServiceEnvironment(rawValue: try row.decode(atIndex: 1)) ?? .sandbox
            return Destination(app: try row.decode(atIndex: 0), environment: environment)
        }
    }

    /// The attempts at each item of a destination, oldest first.
    fileprivate func attemptsOfItems(at destination: Destination) throws -> [ServiceID: [JournalAudit.Entry]] {
        let sql = """
            SELECT item.id, attempt.endpoint, attempt.outcome FROM attempt JOIN item ON item.number = attempt.item
            WHERE item.destination = (SELECT number FROM destination WHERE app = ? AND environment = ?)
            AND \(ItemRow.counted) ORDER BY attempt.number
            """
        var attempts: [ServiceID: [JournalAudit.Entry]] = [:]
        let found = try rows(sql, [destination.app, destination.environment.rawValue]) { row in
            (
                ServiceID(bytes: try row.decode(Data.self, atIndex: 0)),
                Endpoint(rawValue: try row.decode(atIndex: 1)),
                // A word that this version does not know is no definite answer.
                try row.decode(String?.self, atIndex: 2).map { Answer.Outcome(rawValue: $0) ?? .unknown }
            )
        }
        for case (let id?, let endpoint?, let outcome) in found {
            attempts[id, default: []].append(JournalAudit.Entry(endpoint, outcome))
        }
        return attempts
    }
}
