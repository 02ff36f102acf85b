package import GlossportChecking

/// What a journal remembers beyond uploads: reviews, and which message is the default where.
///
/// The service tells neither what a message says nor which defaults there are, so this is the only record of what we sent; what stands where is
/// for the service to say.
package protocol DefaultsJournal: Journal {
    /// Remembers what the service's list said of items; ids that the journal does not know are left out.
    func noteReviews(_ reviews: [ServiceID: ReviewState], at moment: Timestamp, in run: RunID) async throws

    /// The last known review state of every item of a destination that was ever listed.
    func reviews(at destination: Destination) async throws -> [ServiceID: ReviewState]

    /// What is uploaded of a kind, as far as this journal knows.
    func uploaded(_ kind: Item.Kind, at destination: Destination) async throws -> Set<ServiceID>

    /// Remembers what a list showed and what it lacked, in one transaction.
    ///
    /// - Parameters:
    ///   - shown: What it showed: these are not absent any more. Ids that the journal does not know are left out.
    ///   - lacked: What it lacked, of what was uploaded before it was asked for.
    ///   - moment: When it came.
    ///   - run: The run.
    /// - Throws: ``GlossportError`` with code `journal`.
    func noteList(
        shown: Set<ServiceID>,
        lacked: Set<ServiceID>,
        at moment: Timestamp,
        in run: RunID
    ) async throws

    /// The uploaded items of a destination that the newest list lacked, whatever it was that asked for it.
    func absences(at destination: Destination) async throws -> [ServiceID: Absence]

    /// Remembers what is to be the default where, in one transaction.
    ///
    /// - Parameters:
    ///   - defaults: What is wanted now; other slots keep what they want.
    ///   - products: The products of each message that the project knows; what other products want of such a message is forgotten.
    ///   - run: The run.
    /// - Throws: ``GlossportError`` with code `journal`, also for an item that the journal does not know.
    func desire(_ defaults: [DesiredDefault], products: [String: Set<String>], in run: RunID) async throws

    /// Wants nothing of these slots any more, in one transaction.
    func forget(_ slots: [DefaultSlot], in run: RunID) async throws

    /// Gives items up before they are deleted at the service, or takes that back, in one transaction.
    ///
    /// - Parameters:
    ///   - ids: Uploaded items, or deleted ones where it is taken back.
    ///   - moment: When; `nil` takes it back.
    ///   - run: The run.
    /// - Throws: ``GlossportError`` with code `journal`, also for an item that the journal does not know.
    func noteDeletion(of ids: [ServiceID], at moment: Timestamp?, in run: RunID) async throws

    /// Every slot that something is wanted of or was set in, by product and locale.
    func defaults(at destination: Destination) async throws -> [DefaultRecord]

    /// Remembers that we have put an item into a slot, or emptied it; what it held before becomes the previous one.
    ///
    /// What was seen there before is forgotten, and what was attempted, unless another run attempted it that has not ended: that run was passed over,
    /// and what it had sent may still arrive.
    func noteDefault(_ slot: DefaultSlot, _ item: ServiceID?, at moment: Timestamp, in run: RunID) async throws

    /// Remembers that an item is about to be put into a slot, before the request leaves: it may stand there from now on.
    func noteDefaultAttempt(_ slot: DefaultSlot, _ item: ServiceID, in run: RunID) async throws

    /// Remembers what the service said stands in a slot.
    func noteSeenDefault(_ slot: DefaultSlot, _ seen: DefaultRecord.Seen, in run: RunID) async throws

    /// Forgets what became of items, in one transaction: they are planned again, as if they had never been sent; lists lack nothing of them.
    ///
    /// Their attempts stay in the ledger, but say nothing about them any more.
    ///
    /// - Throws: ``GlossportError`` with code `journal`, also for an item that the journal does not know.
    func forgetOutcomes(of ids: [ServiceID], at moment: Timestamp, in run: RunID) async throws
}

extension DefaultsJournal {
    /// What of the uploaded items lists have lacked, and for how long that has to last.
    ///
    /// - Parameters:
    ///   - destination: Where.
    ///   - patience: For how long lists have to lack an item until it has vanished.
    /// - Returns: What is missing, and what has vanished.
    /// - Throws: ``GlossportError`` with code `journal`.
    package func absences(at destination: Destination, after patience: Duration) async throws -> Absences {
        Absences(try await absences(at: destination), after: patience)
    }
}
