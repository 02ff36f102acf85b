import GlossportChecking
import GlossportImporting
private import PostgresJournal

extension JournalLocation {
    /// Whether the machines that use it share what is to be done.
    var isShared: Bool {
        switch self {
        case .file: false
        case .postgres: true
        }
    }

    /// The fleet of the projects with this journal; `nil` for a journal of one machine.
    ///
    /// - Throws: `GlossportError` for an address that PostgreSQL does not know.
    var fleet: (any FleetStore)? {
        get throws {
            switch self {
            case .file: nil
            case .postgres(let url, let author):
                PostgresFleet(try Self.address(url, namedBy: author))
            }
        }
    }
}
