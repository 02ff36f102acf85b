import GlossportReading

/// Detects on a build server whether the checkout contains an untrusted change.
///
/// A change from another repository (a fork) is untrusted, because this repository's owners do not control it. So is a
/// change of unknown origin.
package enum PullRequest {
    /// Returns the reason why the change is untrusted, as a sentence without its final period.
    ///
    /// - Parameters:
    ///   - environment: The variables of the process.
    ///   - event: Reads the file with GitHub's event; returns `nil` if it cannot be read.
    /// - Returns: `nil` if there is no pull request, or if it comes from the same repository.
    package static func untrustedChange(
        in environment: [String: String],
        event: (_ path: String) -> [UInt8]? = readEvent
    ) -> String? {
        onGitHub(environment, event) ?? onGitLab(environment) ?? onAzure(environment)
    }

    /// Reads GitHub's event, which must be a regular file of at most 16 MiB.
    package static func readEvent(_ path: String) -> [UInt8]? {
        try? SourceFile(path: path).bytes(atMost: 16 << 20)
    }

    private static func onGitHub(_ environment: [String: String], _ event: (String) -> [UInt8]?) -> String? {
        // This includes `pull_request_target` and reviews. A `workflow_run` may follow any of them.
        guard let name = environment["GITHUB_EVENT_NAME"], name.hasPrefix("pull_request") || name == "workflow_run"
        else {
            return nil
        }
        guard let bytes = environment["GITHUB_EVENT_PATH"].flatMap(event), let event = try? GitHubEvent(json: bytes),
            let change = event.change
        else { return "this is a GitHub pull request, but the event file does not name the repository it comes from" }
        guard change.isPullRequest else { return nil }
        guard let head = change.head else {
            return "GitHub says that this pull request comes from a deleted repository"
        }
        return sentence("GitHub", "pull", from: head.name, to: change.base?.name, isSame: head == change.base)
    }

    private static func onGitLab(_ environment: [String: String]) -> String? {
        guard let source = environment["CI_MERGE_REQUEST_SOURCE_PROJECT_PATH"] else { return nil }
        // The pipeline for a merge request from a fork runs in the fork, or in the target project if a member starts it
        // there.
        let others = ["CI_PROJECT_PATH", "CI_MERGE_REQUEST_PROJECT_PATH"].compactMap { environment[$0] }
        let other = others.first { $0 != source }
        return sentence("GitLab", "merge", from: source, to: other, isSame: other == nil && !others.isEmpty)
    }

    private static func onAzure(_ environment: [String: String]) -> String? {
        environment["SYSTEM_PULLREQUEST_ISFORK"]?.lowercased() == "true"
            ? "Azure Pipelines says that this pull request comes from a fork" : nil
    }

    private static func sentence(
        _ server: String,
        _ kind: String,
        from head: String,
        to base: String?,
        isSame: Bool
    ) -> String? {
        guard !isSame else { return nil }
        let target = base.map { ", not from \($0.prefix(140))" } ?? ""
        return "\(server) says that this \(kind) request comes from \(head.prefix(140))\(target)"
    }
}
