import GlossportProject

/// Makes a lost journal again: what is delivered and listed under the same id is the same message.
public struct RebuildJournal: UseCase {
    package let deliveries: CheckedDeliveries

    package init(_ deliveries: CheckedDeliveries) { self.deliveries = deliveries }

    package var command: RunCommand { .rebuild }

    package func perform(in run: Run) async throws -> RebuiltJournal {
        let known = try await run.contents
        let importRun = ImportRun(run)
        let plan = try await importRun.plan(
            deliveries.items(after: known),
            after: known,
            adoptsFixedIDs: deliveries.project.adoptsFixedIDs
        )
        var found = 0
        for part in plan.parts { found += try await importRun.adopt(part) }
        // The list came before the journal knew what it is about.
        if found > 0 { _ = try await importRun.fetchListing() }
        return RebuiltJournal(plan: plan, absences: try await run.absences, found: found)
    }
}

/// The result of rebuilding a journal.
public struct RebuiltJournal: RunResult {
    package let plan: DeliveryPlan
    package let absences: Absences
    /// Items that are recorded now and were not before.
    package let found: Int

    /// How the run ended.
    public var status: ExitStatus { absences.vanished.isEmpty ? .done : .partial }
}
