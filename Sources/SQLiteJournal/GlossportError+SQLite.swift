import GRDB
import Glossport
import GlossportReading

/// The sentences for what can go wrong with the file. SQLite's own messages stay out: they may quote SQL and values.
extension GlossportError {
    /// Says what an error of GRDB or SQLite means for the user; a ``GlossportError`` stays as it is.
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
                "The journal \(path) was busy for more than \(Connection.patience.components.seconds) seconds.",
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

    /// For a file that can be read and not written.
    static func readOnlyJournal(_ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "The journal \(path) can't be written: the file or its folder is read-only.",
            remedy: "Make both writable, or put the journal elsewhere with --journal PATH."
        )
    }

    /// For a file that is not SQLite's, or is the database of another program.
    static func notAJournal(_ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "\(path) is not a glossport journal.",
            remedy: "Name another file with --journal PATH; this file was not changed."
        )
    }

    /// For a journal whose pages don't fit together.
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

    /// For a file of no bytes, where a journal was expected.
    static func emptyJournal(_ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "The journal \(path) is empty: 0 bytes.",
            remedy:
                "Restore it from a backup. If there never was one, `glossport import` or `glossport journal rebuild` fills it."
        )
    }

    /// For a file that was there when the journal was opened.
    static func vanishedJournal(_ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "The journal \(path) was deleted, moved or replaced while it was in use.",
            remedy: "Put it back if you can, then run the command again."
        )
    }

    /// For a file that isn't there, where one was expected.
    static func missingJournal(_ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "There is no journal at \(path).",
            remedy: "Run `glossport import` first, or name another with --journal PATH."
        )
    }

    /// For a journal whose tables, indexes or triggers are not those of this version.
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

    /// For an event of which something can't be read.
    static func unreadableEvent(_ number: Int64) -> GlossportError {
        GlossportError(
            .journal,
            "The journal was changed or is damaged: event \(number) can't be read.",
            remedy: "Restore it from a backup, or update glossport if a newer version has written it."
        )
    }

    /// For a destination whose events belong to no environment that this version knows.
    static func unknownEnvironment(of destination: Int64) -> GlossportError {
        GlossportError(
            .journal,
            "The journal was changed or is damaged: destination \(destination) has an unknown environment.",
            remedy: "Restore it from a backup, or update glossport if a newer version has written it."
        )
    }

    /// For a journal of a form that this glossport has never heard of.
    static func newerJournal(_ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "The journal \(path) was created by a newer glossport.",
            remedy: "Update glossport, or name another journal with --journal PATH."
        )
    }

    /// For a setting that SQLite did not take over.
    static func unexpected(_ what: String, in path: String) -> GlossportError {
        GlossportError(.journal, "The journal \(path) has \(what).", remedy: reportIt)
    }

    private static let reportIt: String = "If it happens again, please report it with this message."

    /// Without room for the `-shm` file, SQLite speaks of an I/O error.
    private static func isFull(_ error: DatabaseError) -> Bool {
        error.extendedResultCode == .SQLITE_IOERR_SHMSIZE
    }
}
