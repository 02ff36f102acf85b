package import GlossportChecking

/// An open journal of a store, with what looks after it.
package protocol StoredJournal: DefaultsJournal, ApprovalJournal {
    /// Puts everything in order for whoever opens it next; nothing may be asked of the journal afterwards.
    func close()

    /// Makes sure that the journal is what glossport has written, before anything is done on its word.
    ///
    /// - Throws: ``GlossportError`` with code `journal` that names what does not fit.
    func verify() async throws

    /// Settings that put recorded data at risk: those of a server, or a file's owner and mode.
    ///
    /// - Throws: ``GlossportError`` with code `journal`.
    func concerns() async throws -> [JournalConcern]

    /// Makes sure that no other living process has an exclusive run at a destination.
    ///
    /// - Throws: ``GlossportError``: `journalLocked` says who has it.
    func requireNoHolder(at destination: Destination) async throws

    /// The process whose exclusive run at a destination has not ended: it works there now, or was killed; `nil` if there is none.
    func worker(at destination: Destination) async throws -> Worker?

    /// Looks at everything there is, and asks whether it makes sense.
    ///
    /// - Returns: What was found.
    /// - Throws: ``GlossportError`` with code `journal` where nothing can be read.
    func check() async throws -> JournalCheck

    /// Hands out all items, attempts or approvals, oldest first, a thousand at a time.
    ///
    /// The journal holds no secrets, so neither does this.
    ///
    /// - Parameters:
    ///   - kind: What to hand out.
    ///   - body: Called for each batch; at least once, so that the columns are known.
    /// - Throws: ``GlossportError`` with code `journal`; what `body` throws.
    func export(_ kind: JournalTable.Kind, _ body: (JournalTable) throws -> Void) async throws

    /// Reads rows of a table as they are stored.
    ///
    /// - Parameters:
    ///   - table: Which one.
    ///   - offset: How many to leave out, by the table's key.
    ///   - limit: How many to read at most.
    /// - Returns: Each row's values, in the order of the table's columns.
    /// - Throws: ``GlossportError`` with code `journal`.
    func storedRows(of table: StoredTable, from offset: Int, limit: Int) async throws -> [[StoredTable.Value]]

    /// Writes rows of another journal as they were stored there; they have to fit what is there.
    ///
    /// - Parameters:
    ///   - rows: Each row's values, in the order of the table's columns.
    ///   - table: Whose rows.
    /// - Throws: ``GlossportError`` with code `journal`.
    func store(_ rows: [[StoredTable.Value]], in table: StoredTable) async throws

    /// Marks the journal as a copy that is not finished, or takes the mark away; durable when it returns.
    ///
    /// As long as it has the mark, every opening refuses it, also that of an older glossport: a copy that was cut off is not taken for a
    /// whole journal.
    ///
    /// - Throws: ``GlossportError`` with code `journal`.
    func setUnfinished(_ isUnfinished: Bool) async throws

    /// Forgets attempts and runs of the past that nothing can depend on any more.
    ///
    /// What stays: everything since `moment`; every item and approval; the attempts of items that are not settled by an answer of the
    /// service, since their fate is read from them; of the others the attempt that was accepted; and each destination's
    /// newest run of each command.
    ///
    /// - Parameter moment: At least a day in the past, or the hour's ledger would forget spent quota.
    /// - Returns: How many attempts and runs are gone.
    /// - Throws: ``GlossportError`` with code `journal`.
    func prune(before moment: Timestamp) async throws -> (attempts: Int, runs: Int)
}

/// Something that may cost what a journal has recorded.
package struct JournalConcern: Sendable, Hashable {
    /// A whole sentence.
    package var message: String
    package var remedy: String

    package init(_ message: String, remedy: String) {
        self.message = message
        self.remedy = remedy
    }
}
