package import GlossportProject

/// Fetches the reviews of a promotion's source environment, where Apple must have approved all items of the promotion.
///
/// The journal also contains reviews, but anyone can write a journal.
public struct FetchReviews: UseCase {
    package let deliveries: CheckedDeliveries

    package init(_ deliveries: CheckedDeliveries) { self.deliveries = deliveries }

    package var command: RunCommand { .promote }
    package var isExclusive: Bool { false }

    package func perform(in run: Run) async throws -> FetchedReviews {
        let items = deliveries.items(after: try await run.contents)
        let lists = try await run.reviews(of: items.images.isEmpty ? [.message] : [.image, .message])
        return FetchedReviews(environment: run.destination.environment, reviews: lists.reviews)
    }
}

/// The review states in an environment's lists.
public struct FetchedReviews: RunResult {
    package let environment: ServiceEnvironment
    package let reviews: [ServiceID: ReviewState]
    /// Always done, because an incomplete list throws an error.
    public let status = ExitStatus.done
}
