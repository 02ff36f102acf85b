import GlossportProject

/// Restores a lost journal: an item that is delivered and listed under the same id is the same item.
public struct RebuildJournal: UseCase {
    package let deliveries: CheckedDeliveries

    package init(_ deliveries: CheckedDeliveries) { self.deliveries = deliveries }

    package var command: RunCommand { .rebuild }

    package func perform(in run: Run) async throws -> RebuiltJournal {
        let known = try await run.contents
        let importer = Importer(run)
        let plan = try await importer.plan(deliveries.items(after: known), after: known)
        var found = 0
        for part in plan.plans { found += try await importer.adopt(part) }
        // The first list came before the journal contained these items.
        if found > 0 { _ = try await run.reviews(of: try await run.journal.listedKinds(at: run.destination)) }
        return RebuiltJournal(plan: plan, absences: try await run.absences, found: found)
    }
}

/// The result of rebuilding a journal.
public struct RebuiltJournal: RunResult {
    package let plan: DeliveryPlan
    package let absences: Absences
    /// The number of newly recorded items.
    package let found: Int

    /// The exit status of the run.
    public var status: ExitStatus { absences.vanished.isEmpty ? .done : .partial }
}
