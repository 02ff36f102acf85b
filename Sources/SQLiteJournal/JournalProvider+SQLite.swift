public import Glossport

extension JournalProvider {
    /// A journal in a SQLite file, which is made where it is missing.
    ///
    /// - Parameter path: The file; its lock's file lies beside it.
    /// - Returns: The journal, unopened.
    public static func sqlite(at path: String) -> JournalProvider { JournalProvider(SQLiteJournalStore(path: path)) }
}
