package import GlossportChecking

/// The durable record of items and attempts; also the queue and the ledger of spent quota.
///
/// One conformance kit (`JournalConformance`) holds for all journals. Every method is safe to call from many tasks, and
/// what it wrote is durable when it returns. A failing journal throws ``GlossportError`` with code `journal`; nothing may be
/// sent after that. Writes are not undone by task cancellation: whoever has an answer in hand must be able to record it.
///
/// ## Topics
/// ### A run's life
/// - ``beginRun(_:)``, ``enqueue(_:in:)``, ``claim(_:in:)``, ``beginAttempt(_:in:)``, ``finishAttempt(_:in:)``,
///   ``settle(_:at:in:)``, ``endRun(_:at:exitCode:)``
/// ### Questions
/// - ``records(of:at:)``, ``allRecords(at:)``, ``budget(_:at:since:)``, ``lastRun(of:at:)``
package protocol Journal: Sendable {
    /// Notes a new run.
    ///
    /// It touches no item: a `plan` may begin while an import is at work. A journal that processes share refuses an exclusive run while
    /// another living process has one at the same destination, with code `journalLocked`; whatever became of the lock.
    func beginRun(_ run: RunStart) async throws -> RunID

    /// Notes the end of a run and releases its claims.
    func endRun(_ run: RunID, at moment: Timestamp, exitCode: Int) async throws

    /// Puts items into the queue of a run, in this order.
    ///
    /// They become this run's, whatever earlier run left them claimed.
    /// An id that is new becomes ``ItemState/planned``. One that is known keeps its state, content and history; only its
    /// source location is renewed. Items of earlier runs that are not among these are left alone and never claimed by this run.
    ///
    /// - Returns: Every given item with its state, in the given order.
    func enqueue(_ items: [Item], in run: RunID) async throws -> [ItemRecord]

    /// Takes the next open items of the run, in queue order; none is handed out twice in a run.
    ///
    /// - Returns: At most `limit` records; fewer means that the queue is empty.
    func claim(_ limit: Int, in run: RunID) async throws -> [ItemRecord]

    /// Records that a request is about to leave, and makes its item ``ItemState/sending``.
    func beginAttempt(_ attempt: AttemptStart, in run: RunID) async throws -> AttemptID

    /// Records the end of an attempt together with its item's new state and the endpoint's pause, in one transaction.
    ///
    /// A pause that is already longer stays as it is.
    func finishAttempt(_ end: AttemptEnd, in run: RunID) async throws

    /// Changes items by evidence other than an attempt's answer (the service's list), in one transaction.
    ///
    /// No change may be to ``ItemState/deleted``, neither here nor with an attempt's end: that is for `noteDeletion` to say.
    func settle(_ changes: [ItemChange], at moment: Timestamp, in run: RunID) async throws

    /// The items with these ids; unknown ids are left out.
    func records(of ids: [ServiceID], at destination: Destination) async throws -> [ServiceID: ItemRecord]

    /// Every item of a destination, by message, locale and age.
    func allRecords(at destination: Destination) async throws -> [ItemRecord]

    /// What is remembered of an endpoint's allowance, with the attempts that started at `since` or later.
    func budget(_ endpoint: Endpoint, at destination: Destination, since: Timestamp) async throws -> BudgetState

    /// The newest run of a command, such as `import`, at a destination.
    func lastRun(of command: RunCommand, at destination: Destination) async throws -> RunRecord?
}
