import GlossportChecking
package import GlossportImporting

/// Shows what an import would do; nothing is sent but questions.
public struct PlanImport: UseCase {
    package let deliveries: CheckedDeliveries
    /// Whether ids that the team has fixed may be taken for ours where they exist.
    package var adoptsFixedIDs = false
    /// Whether texts that are not approved as they are end it with ``ExitStatus/findings``.
    package var requiresApproval = false
    /// Whether work to do is a status of its own.
    package var signalsWork = false

    /// - Parameter deliveries: The deliveries to plan.
    public init(_ deliveries: CheckedDeliveries) { self.deliveries = deliveries }

    /// Plans in a run of its own.
    ///
    /// - Throws: Errors of journal and service.
    public func run(in session: Session) async throws -> PlannedImport { try await session.perform(self).output }

    package var command: RunCommand { .plan }
    package var isExclusive: Bool { false }

    package func perform(in run: Run) async throws -> PlannedImport {
        let items = try await deliveries.items(in: run.journal, at: run.destination)
        let plan = try await ImportRun(run.booked).plan(items, adoptsFixedIDs: adoptsFixedIDs)
        return try await complete(plan, items, run.booked.access, asking: run.booked)
    }

    /// Asks only the journal; makes none where there is none yet.
    package func performOffline(at session: Session) async throws -> PlannedImport {
        let journal = try await session.store.open(.looking)
        defer { journal.close() }
        let access = session.access(journal, OfflineService())
        let items = try await deliveries.items(in: journal, at: session.destination)
        let plan = try await DeliveryPlanner(access).plan(items, adoptsFixedIDs: adoptsFixedIDs)
        return try await complete(plan, items, access, asking: nil)
    }

    private func complete(
        _ delivery: DeliveryPlan,
        _ items: DesiredItems,
        _ access: ServiceAccess,
        asking service: BookedService?
    ) async throws -> PlannedImport {
        let (journal, destination) = (access.journal, access.destination)
        let wanted = try DesiredDefaults.of(items.messages, for: deliveries.project)
        let records = try await journal.allRecords(at: destination)
        let withdrawals = try await deliveries.withdrawals(items, in: journal, at: destination, asking: service)
        var plan = ImportPlan(
            delivery,
            of: items,
            from: deliveries,
            defaults: wanted,
            changes: try await DefaultChanges(
                wanted,
                withdrawing: withdrawals,
                of: items.items,
                in: journal,
                at: destination,
                asking: service
            ),
            after: FormerMessages(records)
        )
        plan.withdrawals = withdrawals
        // Items that are not selected, or not delivered this time, are not superfluous.
        if deliveries.isWhole, delivery.plans.contains(where: \.isNearlyFull) {
            plan.prunable =
                PrunePlan(
                    records: records,
                    defaults: try await journal.defaults(at: destination),
                    wanted: Set(items.items.map(\.id)),
                    listed: nil,
                    vanished: try await access.absences.vanished
                ).candidates.count
        }
        plan.approvals = try await ApprovalStatus.wanted(items, in: journal, at: destination)
        return PlannedImport(plan: plan, status: status(of: plan, in: destination.environment))
    }

    private func status(of plan: ImportPlan, in environment: ServiceEnvironment) -> ExitStatus {
        if requiresApproval, !plan.unapproved.isEmpty { return .findings }
        let isRefused = environment == .production && !plan.changes.setBacks.isEmpty
        if plan.delivery.count(.conflict) > 0 || isRefused { return .conflict }
        if plan.delivery.count(.overCapacity) > 0 { return .capacity }
        let work = plan.delivery.count(.upload) + plan.changes.rows.count + plan.withdrawals.shown.count
        return signalsWork && work > 0 ? .workToDo : .done
    }
}

/// A plan, and whether anything is in its way.
public struct PlannedImport: RunResult {
    package let plan: ImportPlan
    /// The number of messages and images that an import would upload.
    public var uploads: Int { plan.delivery.count(.upload) }
    /// How the run ended.
    public let status: ExitStatus
}

/// Stands in where the service may not be asked.
private struct OfflineService: MessageService {
    private let answer = Answer(.notSent, detail: "offline")

    func upload(_ content: MessageContent, as id: ServiceID) async -> Answer { answer }
    func uploadImage(_ bytes: [UInt8], size: ImageSize, as id: ServiceID) async -> Answer { answer }
    func list(_ kind: Item.Kind) async -> (answer: Answer, states: [ServiceID: ReviewState]) { (answer, [:]) }
    func delete(_ kind: Item.Kind, _ id: ServiceID) async -> Answer { answer }
    func setDefault(_ slot: DefaultSlot, to id: ServiceID) async -> Answer { answer }
    func getDefault(_ slot: DefaultSlot) async -> (answer: Answer, id: ServiceID?) { (answer, nil) }
    func deleteDefault(_ slot: DefaultSlot) async -> Answer { answer }
    func getRealtimeURL() async -> (answer: Answer, url: String?) { (answer, nil) }
    func setRealtimeURL(_ url: String) async -> Answer { answer }
    func deleteRealtimeURL() async -> Answer { answer }
    func startPerformanceTest(of transaction: String) async -> (answer: Answer, start: PerformanceTest.Start?) {
        (answer, nil)
    }
    func getPerformanceTest(_ id: ServiceID) async -> (answer: Answer, test: PerformanceTest?) { (answer, nil) }
}
