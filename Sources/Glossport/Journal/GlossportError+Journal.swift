package import GlossportProject
package import GlossportReading

/// Errors that journals of any storage can report.
extension GlossportError {
    /// Whether this run can't use the journal, or can't use it any longer; nothing may be sent then.
    var isOfJournal: Bool { code == .journal || code == .journalLocked }

    /// The error for a log that no longer contains an event that this process read or wrote.
    static func lostHistory(of destination: Destination) -> GlossportError {
        GlossportError(
            .journal,
            "The journal for \(destination) has lost confirmed data: its server failed over, or a copy of it was restored.",
            remedy: """
                Nothing more was sent. Run the command again: lost uploads are recognized at the service by their ids. On PostgreSQL, \
                make the servers confirm commits together (synchronous_standby_names).
                """
        )
    }

    /// The error for an event that cannot follow those before it; `defect` is the rest of a sentence about it.
    package static func impossible(_ event: JournalEvent, _ defect: String) -> GlossportError {
        GlossportError(
            .journal,
            "The journal was changed or is damaged: event \(event.number) (\(event.kind.rawValue)) \(defect).",
            remedy: "Nothing was sent. \(alteredRemedy)"
        )
    }

    /// The error for a run that another run at its destination has superseded.
    package static func superseded(
        _ run: RunID,
        by other: RunRecord,
        _ process: ProcessIdentity
    ) -> GlossportError {
        GlossportError(
            .journalLocked,
            """
            Another run has taken over \(run.destination): `\(other.command)`, process \(process.pid) on \(process.host). \
            This run stops.
            """,
            remedy: "Wait until it ends, then run the command again: nothing is sent twice."
        )
    }

    static func otherService(_ service: String, than known: String, at destination: Destination)
        -> GlossportError
    {
        GlossportError(
            .invalidOption,
            "The journal for \(destination) was filled at \(known), but this run uses \(service). Nothing was sent.",
            remedy: "Use another journal for \(service) (--journal PATH), or move this journal away."
        )
    }

    /// The error for a destination where another live process has an exclusive run, although its lock was free.
    package static func heldJournal(_ run: RunRecord, _ process: ProcessIdentity) -> GlossportError {
        GlossportError(
            .journalLocked,
            """
            The journal for \(run.destination) is held by process \(process.pid) on \(process.host) (`\(run.command)`), which is \
            still running.
            """,
            remedy: waitForIt
        )
    }

    package static let waitForIt: String =
        "Run this again when it has ended, or stop it. `import` and `settle` can wait: --wait-for-lock 10m."

    package static func unknownItem(_ item: ServiceID) -> GlossportError {
        GlossportError(.journal, "The journal contains no item \(item) at this destination.", remedy: misuse)
    }

    /// The error for an attempt that is unknown, belongs to another run, or has already ended.
    static func notOpen(_ attempt: AttemptID, in run: RunID) -> GlossportError {
        GlossportError(.journal, "Attempt \(attempt) is not an open attempt of run \(run).", remedy: misuse)
    }

    /// The error for settling an item as ``ItemState/deleted``, which only `recordDeletion` may write.
    static func notSettledByDeletion(_ item: ServiceID) -> GlossportError {
        GlossportError(.journal, "Item \(item) can't be settled as deleted.", remedy: misuse)
    }

    /// The error for an item that another program changed; `defect` is the rest of a sentence about it.
    package static func altered(_ item: Item, _ defect: String) -> GlossportError {
        GlossportError(
            .journal,
            "The journal was changed or is damaged: \(item.title) (\(item.id)) \(defect). Nothing of it was sent.",
            remedy: alteredRemedy
        )
    }

    static let alteredRemedy: String = """
        `glossport journal check` lists all inconsistencies. Restore the journal from a backup, or move it away and run `glossport \
        journal rebuild`, which recognizes uploaded items by their derived ids.
        """

    private static let misuse: String = "This is a bug in glossport; please report it."
}
