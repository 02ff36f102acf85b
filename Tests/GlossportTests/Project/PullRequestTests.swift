import Foundation
import GlossportProject
import Testing

@Suite("Pull requests from other repositories")
struct PullRequestTests {
    private let home = #"{"id": 1, "full_name": "northlight/app", "fork": false}"#
    private let fork = #"{"id": 2, "full_name": "stranger/app", "fork": true}"#

    private func onGitHub(_ name: String, _ event: String?) -> String? {
        PullRequest.untrustedChange(
            in: ["GITHUB_EVENT_NAME": name, "GITHUB_EVENT_PATH": "/event.json"],
            event: { path in path == "/event.json" ? event.map { Array($0.utf8) } : nil }
        )
    }

    private func request(from head: String) -> String {
        #"{"action": "opened", "pull_request": {"title": "x", "head": {"repo": \#(head)}, "base": {"repo": \#(home)}}}"#
    }

    @Test(
        "A pull request from another repository is untrusted",
        arguments: ["pull_request", "pull_request_target", "pull_request_review"]
    )
    func fork(event: String) {
        #expect(
            onGitHub(event, request(from: fork))
                == "GitHub says that this pull request comes from stranger/app, not from northlight/app"
        )
        #expect(onGitHub(event, request(from: "null"))?.hasSuffix("comes from a deleted repository") == true)
    }

    @Test("A pull request within the repository is trusted, and so is any other event")
    func own() {
        #expect(onGitHub("pull_request", request(from: home)) == nil)
        #expect(onGitHub("push", request(from: fork)) == nil)
        #expect(PullRequest.untrustedChange(in: [:]) == nil)
    }

    @Test("A different repository with the same name is untrusted")
    func renamed() {
        let impostor = #"{"id": 3, "full_name": "northlight/app"}"#
        #expect(onGitHub("pull_request", request(from: impostor)) != nil)
    }

    @Test(
        "An event that does not name its repository is untrusted",
        arguments: [
            nil, "", "{}", "[]", #"{"pull_request": {}}"#, #"{"pull_request": {"head": {"repo": 1}, "base": {}}}"#,
        ]
    )
    func unreadableEvent(event: String?) {
        #expect(
            onGitHub("pull_request", event)
                == "this is a GitHub pull request, but the event file does not name the repository it comes from"
        )
    }

    @Test("A workflow run is judged by the event that started its parent workflow")
    func workflowRun() {
        func event(_ name: String, from head: String) -> String {
            #"{"workflow_run": {"event": "\#(name)", "head_repository": \#(head), "repository": \#(home)}}"#
        }
        #expect(onGitHub("workflow_run", event("pull_request", from: fork)) != nil)
        #expect(onGitHub("workflow_run", event("pull_request", from: home)) == nil)
        #expect(onGitHub("workflow_run", event("push", from: home)) == nil)
    }

    @Test("A device as event file is not read and does not block")
    func device() {
        #expect(PullRequest.readEvent("/dev/zero") == nil)
        #expect(PullRequest.readEvent("/nowhere") == nil)
    }

    @Test("On GitLab, a merge request is untrusted if its source and target projects differ")
    func gitLab() {
        func reason(_ source: String, project: String, target: String) -> String? {
            PullRequest.untrustedChange(in: [
                "CI_MERGE_REQUEST_SOURCE_PROJECT_PATH": source, "CI_PROJECT_PATH": project,
                "CI_MERGE_REQUEST_PROJECT_PATH": target,
            ])
        }
        #expect(
            reason("stranger/app", project: "northlight/app", target: "northlight/app")
                == "GitLab says that this merge request comes from stranger/app, not from northlight/app"
        )
        #expect(reason("stranger/app", project: "stranger/app", target: "northlight/app") != nil)
        #expect(reason("northlight/app", project: "northlight/app", target: "northlight/app") == nil)
        #expect(PullRequest.untrustedChange(in: ["CI_PROJECT_PATH": "northlight/app"]) == nil)
    }

    @Test("On Azure Pipelines, the variable for forks decides whether a pull request is untrusted")
    func azure() {
        #expect(PullRequest.untrustedChange(in: ["SYSTEM_PULLREQUEST_ISFORK": "True"]) != nil)
        #expect(PullRequest.untrustedChange(in: ["SYSTEM_PULLREQUEST_ISFORK": "False"]) == nil)
    }
}
