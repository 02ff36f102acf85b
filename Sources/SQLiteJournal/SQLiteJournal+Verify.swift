import GRDB
import GlossportReading

extension SQLiteJournal {
    /// Makes sure that the journal is what glossport has written, before anything is done on its word.
    ///
    /// Looks at every page and at every sealed row; ``check()`` also asks whether the rows make sense.
    ///
    /// - Throws: A ``GlossportError`` with code `journal` that names what does not fit.
    package func verify() async throws {
        try await commits.read { [path] db in try Self.verify(db, path: path) }
    }

    /// The same within a transaction of the caller.
    static func verify(_ db: Database, path: String) throws {
        guard try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"] else {
            throw GlossportError.damagedJournal(path)
        }
        let defects = try SealInspection(db).defects
        if !defects.isEmpty { throw GlossportError.alteredJournal(defects, path) }
    }
}
