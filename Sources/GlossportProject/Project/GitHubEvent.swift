private import Foundation

/// The origin of the change in the GitHub event that started a workflow.
struct GitHubEvent {
    var change: Change?

    struct Change {
        /// The source repository; `nil` if it was deleted.
        var head: Repository?
        var base: Repository?
        /// `false` for a `workflow_run` event that followed a push or another event without a pull request.
        var isPullRequest = true
    }

    /// A repository; two are equal only if both id and name match.
    struct Repository: Decodable, Equatable {
        var id: Int64
        var name: String

        private enum CodingKeys: String, CodingKey {
            case id
            case name = "full_name"
        }
    }

    /// An event without a pull request or a workflow run has no ``change``.
    ///
    /// - Throws: `DecodingError` if the JSON is invalid.
    init(json: [UInt8]) throws {
        let event = try JSONDecoder().decode(Event.self, from: Data(json))
        if let request = event.pullRequest {
            change = Change(head: request.head.repository, base: request.base.repository)
        } else if let run = event.workflowRun {
            change = Change(
                head: run.headRepository,
                base: run.repository,
                isPullRequest: run.event.hasPrefix("pull_request")
            )
        }
    }

    private struct Event: Decodable {
        var pullRequest: Request?
        var workflowRun: Run?

        enum CodingKeys: String, CodingKey {
            case pullRequest = "pull_request"
            case workflowRun = "workflow_run"
        }
    }

    private struct Request: Decodable {
        var head, base: Side
    }

    private struct Side: Decodable {
        var repository: Repository?

        enum CodingKeys: String, CodingKey { case repository = "repo" }
    }

    private struct Run: Decodable {
        var event: String
        var headRepository, repository: Repository?

        enum CodingKeys: String, CodingKey {
            case event, repository
            case headRepository = "head_repository"
        }
    }
}
