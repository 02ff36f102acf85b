private import Foundation

/// The GitHub event that started a workflow, as far as it shows where the change comes from.
struct GitHubEvent {
    /// The pull request; `nil` if the event has none.
    var change: Change?

    struct Change {
        /// `nil` if the repository is gone.
        var head: Repository?
        var base: Repository?
        /// A `workflow_run` may follow a push as well.
        var isPullRequest = true
    }

    /// A repository: the same only if both its number and its name are.
    struct Repository: Decodable, Equatable {
        var id: Int64
        var name: String

        private enum CodingKeys: String, CodingKey {
            case id
            case name = "full_name"
        }
    }

    /// - Throws: If it is not such an event.
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
