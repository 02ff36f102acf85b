package import GlossportChecking

/// Lists every item of a kind that the service holds, with its record in the journal.
public struct ListItems: UseCase {
    package let kind: Item.Kind
    /// The messages and locales to list.
    ///
    /// Items without a name are listed only if everything is selected.
    package var selection = Selection()

    package init(_ kind: Item.Kind) { self.kind = kind }

    package var command: RunCommand { .items(kind) }
    package var isExclusive: Bool { false }

    package func perform(in run: Run) async throws -> ListedItems {
        let (records, names) = try await run.journal.read(at: run.destination) { (try $0.allRecords(), $0.names) }
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
    package let items: [HeldItem]
    /// The number of items that the service holds.
    package let held: Int
    /// Always done, because an incomplete list throws an error.
    public let status = ExitStatus.done
}
