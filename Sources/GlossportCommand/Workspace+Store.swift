import GlossportChecking
import GlossportImporting
private import SQLiteJournal

extension Workspace {
    /// The project's journal; nothing else of the command knows what kind it is.
    var store: any JournalStore {
        switch journal {
        case .file(let path): SQLiteJournalStore(path: path)
        }
    }
}
