package import GlossportProject
import GlossportReading

/// Deletes items at the service by id, whether the journal knows them or not.
public struct DeleteItems: UseCase {
    package let ids: [ServiceID]
    package let kind: Item.Kind
    package let evenIfShown: Bool

    package init(_ ids: [ServiceID], _ kind: Item.Kind, evenIfShown: Bool) {
        self.ids = ids
        self.kind = kind
        self.evenIfShown = evenIfShown
    }

    package var command: RunCommand { .items(kind) }

    package func begin(_ conversation: any Conversation, at destination: Destination) async throws {
        let what = Plural.of(ids.count, kind.rawValue)
        try await conversation.confirm(
            Question(
                .deletion,
                action: "delete \(what)",
                text: "Delete \(what) of \(destination)?",
                refusal: "Nothing was deleted."
            )
        )
    }

    package func perform(in run: Run) async throws -> DeletedItems {
        let products = run.project.defaultProducts
        let pruner = Pruner(run)
        return DeletedItems(
            summary: try await pruner.delete(ids, kind, products: products, evenIfShown: evenIfShown)
        )
    }
}

/// The result of deletions by id.
public struct DeletedItems: RunResult {
    package let summary: PruneSummary

    package var obstacle: (any Error)? {
        if let trouble = summary.trouble { return trouble }
        if let stop = summary.stop, summary.notYet > 0 { return Stopped(stop) }
        return summary.outOfQuota
    }

    /// The exit status of the run.
    public var status: ExitStatus { obstacle.map(ExitStatus.init(of:)) ?? summary.outcome }
}
