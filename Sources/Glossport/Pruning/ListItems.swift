package import GlossportChecking

/// Lists all that the service holds of a kind, with what the journal knows of each.
public struct ListItems: UseCase {
    package let kind: Item.Kind
    /// The messages and locales that are listed; items that the journal does not know are listed only with all others.
    package var selection = Selection()

    package init(_ kind: Item.Kind) { self.kind = kind }

    package var command: RunCommand { .items(kind) }
    package var isExclusive: Bool { false }

    package func perform(in run: Run) async throws -> ListedItems {
        let records = try await run.journal.allRecords(at: run.destination)
        let names = try await run.journal.names(at: run.destination)
        let selection = try selection.validated(among: records, names, of: run.project)
        let held = try await HeldItem.all(kind, run)
        let selected = held.filter { held in
            selection.isEverything
                || (held.record.map { selection.contains($0.item) } ?? held.name.map { selection.contains($0) } ?? false)
        }
        return ListedItems(items: selected, held: held.count)
    }
}

/// The service's list.
public struct ListedItems: RunResult {
    /// Those that are selected.
    package let items: [HeldItem]
    /// How many the service holds.
    package let held: Int
    /// A list that came is complete.
    public let status = ExitStatus.done
}
