package import GlossportProject

/// Asks the service what Apple has approved in the environment in which a promotion's items must have passed.
///
/// The journal remembers reviews, too, but anyone can write a journal.
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

/// The review states that an environment's lists contain.
public struct FetchedReviews: RunResult {
    package let environment: ServiceEnvironment
    package let reviews: [ServiceID: ReviewState]
    /// A list that came is complete.
    public let status = ExitStatus.done
}
