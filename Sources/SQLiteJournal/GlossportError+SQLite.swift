import GRDB
import Glossport
import GlossportReading

/// Errors of the journal's file. They do not contain SQLite's own messages, which may quote SQL and values.
extension GlossportError {
    /// Translates an error of GRDB or SQLite for the user; a ``GlossportError`` stays unchanged.
    static func journal(_ error: any Error, at path: String) -> GlossportError {
        if let error = error as? GlossportError { return error }
        guard let error = error as? DatabaseError else {
            return GlossportError(.journal, "The journal \(path) can't be used (\(type(of: error))).", remedy: reportIt)
        }
        switch error.extendedResultCode.primaryResultCode {
        case .SQLITE_FULL,
            .SQLITE_IOERR where isFull(error):
            return GlossportError(
                .journal,
                "The disk is full: the journal \(path) can't be written.",
                remedy: "Free some space and run the command again; the recorded data is safe."
            )
        case .SQLITE_NOTADB:
            return notAJournal(path)
        case .SQLITE_CORRUPT:
            return damagedJournal(path)
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            return readOnlyJournal(path)
        case .SQLITE_CANTOPEN:
            return GlossportError(
                .journal,
                "The journal \(path) can't be opened.",
                remedy: "Check that its folder exists and is writable, or name another with --journal PATH."
            )
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return GlossportError(
                .journal,
                "The journal \(path) was busy for more than \(Connection.timeout.components.seconds) seconds.",
                remedy: "Wait until other programs that use the file end, then run the command again."
            )
        case .SQLITE_IOERR:
            return GlossportError(
                .journal,
                "The disk failed while the journal \(path) was used (SQLite error \(error.extendedResultCode.rawValue)).",
                remedy: "Check the disk, then run the command again; the recorded data is safe."
            )
        default:
            return GlossportError(
                .journal,
                "The journal \(path) can't be used (SQLite error \(error.extendedResultCode.rawValue)).",
                remedy: reportIt
            )
        }
    }

    static func readOnlyJournal(_ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "The journal \(path) can't be written: the file or its folder is read-only.",
            remedy: "Make both writable, or put the journal elsewhere with --journal PATH."
        )
    }

    /// The error for a file that is not a SQLite database, or is another program's.
    static func notAJournal(_ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "\(path) is not a glossport journal.",
            remedy: "Name another file with --journal PATH; this file was not changed."
        )
    }

    static func damagedJournal(_ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "The journal \(path) is damaged.",
            remedy: """
                Restore it from a backup, or move it away and run the command again: messages with derived ids are recognized at \
                the service.
                """
        )
    }

    /// The error for an existing journal that has 0 bytes.
    static func emptyJournal(_ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "The journal \(path) is empty: 0 bytes.",
            remedy:
                "Restore it from a backup. If there never was one, `glossport import` or `glossport journal rebuild` fills it."
        )
    }

    /// The error for a file that was deleted, moved or replaced after it was opened.
    static func vanishedJournal(_ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "The journal \(path) was deleted, moved or replaced while it was in use.",
            remedy: "Put it back if you can, then run the command again."
        )
    }

    static func missingJournal(_ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "There is no journal at \(path).",
            remedy: "Run `glossport import` first, or name another with --journal PATH."
        )
    }

    /// The error for a journal whose tables, indexes or triggers are not those of this version.
    static func formerJournal(_ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "The journal \(path) has a format that this version of glossport does not use.",
            remedy: """
                Move it away and run `glossport journal rebuild`, which recognizes derived ids at the service. Wait an hour before \
                the next import, because the spent quota is unknown.
                """
        )
    }

    static func unreadableEvent(_ number: Int64) -> GlossportError {
        GlossportError(
            .journal,
            "The journal was changed or is damaged: event \(number) can't be read.",
            remedy: "Restore it from a backup, or update glossport if a newer version has written it."
        )
    }

    static func unknownEnvironment(of destination: Int64) -> GlossportError {
        GlossportError(
            .journal,
            "The journal was changed or is damaged: destination \(destination) has an unknown environment.",
            remedy: "Restore it from a backup, or update glossport if a newer version has written it."
        )
    }

    static func newerJournal(_ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "The journal \(path) was created by a newer glossport.",
            remedy: "Update glossport, or name another journal with --journal PATH."
        )
    }

    /// The error for a setting that SQLite did not apply.
    static func unexpected(_ what: String, in path: String) -> GlossportError {
        GlossportError(.journal, "The journal \(path) has \(what).", remedy: reportIt)
    }

    private static let reportIt: String = "If it happens again, please report it with this message."

    /// If there is no space for the `-shm` file, SQLite reports an I/O error.
    private static func isFull(_ error: DatabaseError) -> Bool {
        error.extendedResultCode == .SQLITE_IOERR_SHMSIZE
    }
}
