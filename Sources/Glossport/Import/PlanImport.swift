import GlossportProject

/// Plans an import, and only reads from the service.
public struct PlanImport: UseCase {
    package let deliveries: CheckedDeliveries
    /// Whether pending work has a separate exit status.
    package var signalsWork = false

    /// Creates a plan with the settings of the deliveries' project.
    public init(_ deliveries: CheckedDeliveries) { self.deliveries = deliveries }

    /// Plans in a separate run.
    ///
    /// - Throws: Errors of the journal and the service.
    public func run(in session: Session) async throws -> ImportPlan { try await session.perform(self).output }

    package var command: RunCommand { .plan }
    package var isExclusive: Bool { false }

    package func perform(in run: Run) async throws -> ImportPlan {
        let known = try await run.contents
        let items = deliveries.items(after: known)
        let plan = try await Importer(run).plan(items, after: known)
        return try await complete(plan, items, known, run.journal, asking: run)
    }

    /// Plans only with the journal, without the service; does not create a missing journal.
    package func performOffline(at session: Session) async throws -> ImportPlan {
        let journal = try await session.store.open(.readOnly)
        defer { journal.close() }
        let vanishedAfter = session.project.vanishedAfter
        let known = try await JournalContents(journal, at: session.destination, vanishedAfter: vanishedAfter)
        let items = deliveries.items(after: known)
        let plan = try await DeliveryPlan(items, after: known, for: session, in: journal)
        return try await complete(plan, items, known, journal)
    }

    private func complete(
        _ delivery: DeliveryPlan,
        _ items: DesiredItems,
        _ known: JournalContents,
        _ journal: Journal,
        asking run: Run? = nil
    ) async throws -> ImportPlan {
        let wanted = try DesiredDefaults.of(items.messages, for: deliveries.project)
        let withdrawals = try await deliveries.withdrawals(items, after: known, asking: run)
        var plan = ImportPlan(
            delivery,
            of: items,
            from: deliveries,
            defaults: wanted,
            changes: try await DefaultChanges(
                wanted,
                withdrawing: withdrawals,
                of: items.items,
                after: known,
                asking: run
            ),
            after: FormerMessages(known.records)
        )
        plan.withdrawals = withdrawals
        // Items that are not selected, or not delivered this time, are not necessarily unused.
        if deliveries.isWhole, delivery.plans.contains(where: \.isNearlyFull) {
            plan.prunable =
                PrunePlan(
                    records: known.records,
                    defaults: known.defaults,
                    wanted: Set(items.items.map(\.id)),
                    listed: nil,
                    vanished: delivery.absent
                ).candidates.count
        }
        plan.approvals = try await ApprovalStatus.wanted(items, in: journal, at: known.destination)
        plan.status = status(of: plan, in: known.destination.environment)
        return plan
    }

    private func status(of plan: ImportPlan, in environment: ServiceEnvironment) -> ExitStatus {
        if deliveries.project.requiresApproval, !plan.unapproved.isEmpty { return .findings }
        let isRefused = environment == .production && !plan.changes.setBacks.isEmpty
        if plan.delivery.count(.conflict) > 0 || isRefused { return .conflict }
        if plan.delivery.count(.overCapacity) > 0 { return .capacity }
        let work = plan.delivery.count(.upload) + plan.changes.rows.count + plan.withdrawals.shown.count
        return signalsWork && work > 0 ? .workToDo : .done
    }
}
