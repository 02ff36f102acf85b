public import Glossport

extension JournalProvider {
    /// Returns a journal in a SQLite file, which is created if it is missing.
    ///
    /// - Parameter path: The file; its lock file lies beside it.
    /// - Returns: The journal, unopened.
    public static func sqlite(at path: String) -> JournalProvider { JournalProvider(SQLiteJournalStore(path: path)) }
}
