import GRDB
import GlossportChecking
import GlossportImporting
import GlossportReading

/// The sentences for what can go wrong with the file. SQLite's own messages stay out: they may quote SQL and values.
extension GlossportError {
    /// Says what an error of GRDB or SQLite means for the user; a ``GlossportError`` stays as it is.
    static func journal(_ error: any Error, at path: String) -> GlossportError {
        if let fault = error as? WriteFault { return fault.error }
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
                remedy: "Make room and run the command again; what was recorded so far is safe."
            )
        case .SQLITE_NOTADB:
            return notAJournal(path)
        case .SQLITE_CORRUPT:
            return damagedJournal(path)
        case .SQLITE_READONLY, .SQLITE_PERM, .SQLITE_AUTH:
            return GlossportError(
                .journal,
                "The journal \(path) can't be written: the file or its folder is read-only.",
                remedy: "Make both writable, or put the journal elsewhere with \(.journalPath)."
            )
        case .SQLITE_CANTOPEN:
            return GlossportError(
                .journal,
                "The journal \(path) can't be opened.",
                remedy: "Check that its folder exists and is writable, or name another with \(.journalPath)."
            )
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            return GlossportError(
                .journal,
                "The journal \(path) was busy for more than \(Int(Connection.patience)) seconds.",
                remedy: "Let other programs that use the file finish, then run the command again."
            )
        case .SQLITE_IOERR:
            return GlossportError(
                .journal,
                "The disk failed while the journal \(path) was used (SQLite error \(error.extendedResultCode.rawValue)).",
                remedy: "Check the disk, then run the command again; what was recorded so far is safe."
            )
        default:
            return GlossportError(
                .journal,
                "The journal \(path) can't be used (SQLite error \(error.extendedResultCode.rawValue)).",
                remedy: reportIt
            )
        }
    }

    /// For a file that is not SQLite's, or is the database of another program.
    static func notAJournal(_ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "\(path) is not a glossport journal.",
            remedy: "Name another file with \(.journalPath); this one was left as it is."
        )
    }

    /// For a journal whose pages don't fit together.
    static func damagedJournal(_ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "The journal \(path) is damaged.",
            remedy: """
                Restore it from a backup, or move it away and run the command again: messages whose ids are derived from \
                their content are recognised at the service.
                """
        )
    }

    /// For a journal of which something was written by another hand; `defects` are sentences without a full stop.
    static func alteredJournal(_ defects: [String], _ path: String) -> GlossportError {
        let rest = defects.count > 3 ? " (and \(defects.count - 3) more)" : ""
        return GlossportError(
            .journal,
            "The journal \(path) was changed or is damaged: \(defects.prefix(3).joined(separator: "; "))\(rest).",
            remedy: "Nothing was done on its word. \(alteredRemedy)"
        )
    }

    /// What is wrong with a table, index, trigger or view.
    enum SchemaDefect {
        case missing, foreign, changed
    }

    /// For a journal whose schema is not what the migrations make; `object` names the first difference.
    static func foreignSchema(_ object: String, _ defect: SchemaDefect, _ path: String) -> GlossportError {
        let what =
            switch defect {
            case .missing: "\(object) is missing"
            case .foreign: "glossport did not make \(object)"
            case .changed: "\(object) is not as glossport made it"
            }
        return GlossportError(
            .journal,
            "The journal \(path) was changed or is damaged: \(what).",
            remedy: """
                Nothing was done on its word. Restore it from a backup, or move it away and run \(.rebuildJournal), which \
                finds derived ids again at the service.
                """
        )
    }

    /// For the target of a copy that was cut off.
    static func unfinishedCopy(_ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "The journal \(path) is a copy that was not finished.",
            remedy: "Remove this file, and copy the original again."
        )
    }

    /// For a file of no bytes, where a journal was expected.
    static func emptyJournal(_ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "The journal \(path) is empty: 0 bytes.",
            remedy:
                "Restore it from a backup. If there never was one, \(.importing) or \(.rebuildJournal) fills it."
        )
    }

    /// For a destination at which another living process is at work, although the lock could be taken.
    static func heldJournal(_ holder: JournalHolder, at destination: Destination) -> GlossportError {
        let process = "process \(holder.process.pid) on \(holder.process.host)"
        return GlossportError(
            .journalLocked,
            """
            The journal for \(destination) is held by \(process) since \(ImporterLock.here(holder.since)) \
            (`\(holder.command)`), whose lock file was deleted.
            """,
            remedy: ImporterLock.waitForIt
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
            remedy: "Run \(.importing) first, or name another with \(.journalPath)."
        )
    }

    /// For a journal with migrations that this glossport has never heard of.
    static func newerJournal(_ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "The journal \(path) was made by a newer glossport.",
            remedy: "Update glossport, or name another journal with \(.journalPath)."
        )
    }

    /// For a journal that was made by other SQL under the same name.
    static func editedMigration(_ name: String, _ path: String) -> GlossportError {
        GlossportError(
            .journal,
            "The journal \(path) was made by another build of glossport: its migration \(name) differs from ours.",
            remedy: "Use the glossport that made it, or name another journal with \(.journalPath)."
        )
    }

    /// For a setting that SQLite did not take over.
    static func unexpected(_ what: String, in path: String) -> GlossportError {
        GlossportError(.journal, "The journal \(path) has \(what).", remedy: reportIt)
    }

    private static let reportIt: Advice = "If it happens again, please report it with this message."

    /// Without room for the `-shm` file, SQLite speaks of an I/O error.
    private static func isFull(_ error: DatabaseError) -> Bool {
        error.extendedResultCode == .SQLITE_IOERR_SHMSIZE
    }
}
