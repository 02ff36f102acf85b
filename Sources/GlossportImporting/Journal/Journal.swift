package import GlossportChecking

/// The durable record of what was planned, tried and answered; also the ledger of spent quota.
///
/// ``LogJournal`` is the one that ships; tests wrap it. Every method is safe to call from many tasks, and its writes
/// are durable when it returns. A failing journal throws ``GlossportError`` with code `journal`; nothing may be sent
/// after that. A run that another one has superseded is refused with code `journalLocked`. Task cancellation does not
/// undo writes: the owner of an answer must be able to record it.
package protocol Journal: Sendable {
    /// Notes a new run.
    ///
    /// It touches no item: a `plan` may begin while an import is at work. An exclusive run is refused while another living process has one at
    /// the same destination, with code `journalLocked`; whatever became of the lock. A run that talks to another service than those before it
    /// is refused with code `invalidOption`.
    func beginRun(_ run: RunStart) async throws -> RunID

    /// Notes the end of a run.
    func endRun(_ run: RunID, at moment: Timestamp, exitCode: Int) async throws

    /// Remembers that a run wants these items, and all that they say.
    ///
    /// An id that is new becomes ``ItemState/planned``. One that is known keeps its state, content and history; only its
    /// source location is renewed.
    ///
    /// - Returns: Every given item with its state, in the given order.
    @discardableResult
    func want(_ items: [Item], in run: RunID) async throws -> [ItemRecord]

    /// Records that a request is about to leave, and makes its item ``ItemState/sending``.
    func beginAttempt(_ attempt: AttemptStart, in run: RunID) async throws -> AttemptID

    /// Records the end of an attempt together with its item's new state and the endpoint's pause, in one transaction.
    ///
    /// A pause that is already longer stays as it is.
    func finishAttempt(_ end: AttemptEnd, in run: RunID) async throws

    /// Changes items by evidence other than an attempt's answer (the service's list), in one transaction.
    ///
    /// No change may be to ``ItemState/deleted``, neither here nor with an attempt's end: that is for `recordDeletion` to say.
    func settle(_ changes: [ItemChange], at moment: Timestamp, in run: RunID) async throws

    /// The items with these ids; unknown ids are left out.
    func records(of ids: [ServiceID], at destination: Destination) async throws -> [ServiceID: ItemRecord]

    /// Every item of a destination, by message, locale and age.
    func allRecords(at destination: Destination) async throws -> [ItemRecord]

    /// The recorded allowance of an endpoint, with the attempts that started at `since` or later.
    func budget(_ endpoint: Endpoint, at destination: Destination, since: Timestamp) async throws -> BudgetState

    /// The newest run of a command, such as `import`, at a destination.
    func lastRun(of command: RunCommand, at destination: Destination) async throws -> RunRecord?

    // MARK: Reviews and lists

    /// Remembers what the service's list said of items; ids that the journal does not know are left out.
    func recordReviews(_ reviews: [ServiceID: ReviewState], at moment: Timestamp, in run: RunID) async throws

    /// The last known review state of every item of a destination that was ever listed.
    func reviews(at destination: Destination) async throws -> [ServiceID: ReviewState]

    /// The items of a kind that are uploaded, as far as this journal knows.
    func uploaded(_ kind: Item.Kind, at destination: Destination) async throws -> Set<ServiceID>

    /// Remembers what a list showed and what it lacked, in one transaction.
    ///
    /// - Parameters:
    ///   - shown: The ids that it contained: these are no longer absent. Ids unknown to the journal are left out.
    ///   - lacked: The ids that it lacked, of items uploaded before it was requested.
    ///   - moment: When it came.
    ///   - run: The run.
    /// - Throws: ``GlossportError`` with code `journal`.
    func recordList(
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
    ///   - defaults: The planned defaults; other slots, and held ones, keep theirs.
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
    func recordDeletion(of ids: [ServiceID], at moment: Timestamp?, in run: RunID) async throws

    /// Every slot that something is wanted of or was set in, by product and locale.
    func defaults(at destination: Destination) async throws -> [DefaultRecord]

    /// Remembers that we have put an item into a slot, or emptied it; what it held before becomes the previous one.
    ///
    /// An earlier look at the slot is forgotten. So are earlier attempts, but for those of a run that never ended: it was passed over, and its
    /// request may still arrive.
    func recordDefault(_ slot: DefaultSlot, _ item: ServiceID?, at moment: Timestamp, in run: RunID) async throws

    /// Records that an item is about to be put into a slot, before the request leaves: it may be there from now on.
    func recordDefaultAttempt(_ slot: DefaultSlot, _ item: ServiceID, in run: RunID) async throws

    /// Records the present default of a slot, as read from the service.
    func recordSeenDefault(_ slot: DefaultSlot, _ seen: DefaultRecord.Seen, in run: RunID) async throws

    /// Forgets what became of items, in one transaction: they are planned again, as if they had never been sent; lists lack nothing of them.
    ///
    /// Their attempts stay in the ledger, but say nothing about them any more.
    ///
    /// - Throws: ``GlossportError`` with code `journal`, also for an item that the journal does not know.
    func forgetOutcomes(of ids: [ServiceID], at moment: Timestamp, in run: RunID) async throws

    // MARK: Messages of others

    /// Remembers what messages are called that other tools have uploaded, in one transaction.
    func recordNames(_ names: [ServiceID: MessageName], at moment: Timestamp, in run: RunID) async throws

    /// The names of messages that other tools have uploaded.
    func names(at destination: Destination) async throws -> [ServiceID: MessageName]

    // MARK: Real-time URL

    /// Remembers the real-time URL that the service has, or that it has none.
    func recordRealtimeURL(_ url: String?, at moment: Timestamp, in run: RunID) async throws

    /// The real-time URL of a destination; `nil` if it was never read.
    func realtimeURL(at destination: Destination) async throws -> RealtimeURLRecord?

    // MARK: Approvals

    /// Remembers approvals and withdrawals, in one transaction.
    ///
    /// - Throws: ``GlossportError`` with code `journal`.
    func recordApprovals(_ approvals: [Approval], in run: RunID) async throws

    /// All approvals and withdrawals of a destination, in the order in which they were noted.
    func approvals(at destination: Destination) async throws -> [Approval]
}

extension Journal {
    /// The uploaded items that lists have lacked, divided by how long.
    ///
    /// - Parameters:
    ///   - destination: Where.
    ///   - patience: For how long lists have to lack an item until it has vanished.
    /// - Returns: The missing and the vanished items.
    /// - Throws: ``GlossportError`` with code `journal`.
    package func absences(at destination: Destination, after patience: Duration) async throws -> Absences {
        Absences(try await absences(at: destination), after: patience)
    }
}
