package import GlossportProject

/// Reads the current real-time URL, and then sets or deletes the URL if it differs from the desired one.
public struct ChangeRealtimeURL: UseCase {
    /// `nil` deletes the URL.
    package let url: String?

    package init(to url: RealtimeURL?) { self.url = url?.text }

    package var command: RunCommand { .realtime }

    private static let action = "change what customers see"

    package func begin(_ conversation: any Conversation, at destination: Destination) throws {
        if destination.environment == .production { try conversation.expect(Self.action) }
    }

    package func perform(in run: Run) async throws -> RealtimeURLResult {
        let present = try await run.realtimeURL()
        guard present != url else { return RealtimeURLResult(url: url, former: present) }
        if run.isProduction {
            let change =
                url.map { "Set the real-time URL of \(run.destination) to \(RealtimeURL.shown($0))" }
                ?? "Delete the real-time URL of \(run.destination)"
            let former = present.map { " (now \(RealtimeURL.shown($0)))" } ?? ""
            try await run.conversation.confirm(Question(.defaults, action: Self.action, text: "\(change)\(former)?"))
        }
        try await run.setRealtimeURL(url)
        return RealtimeURLResult(url: url, former: present)
    }
}

/// Shows the real-time URL.
public struct ShowRealtimeURL: UseCase {
    package init() {}

    package var command: RunCommand { .realtime }
    package var isExclusive: Bool { false }

    package func perform(in run: Run) async throws -> RealtimeURLResult {
        let url = try await run.realtimeURL()
        return RealtimeURLResult(url: url, former: url)
    }
}

/// The real-time URL, and the previous one.
public struct RealtimeURLResult: RunResult {
    /// `nil` if none is set.
    public let url: String?
    package let former: String?
    /// Always done, because a refusal throws an error.
    public let status = ExitStatus.done
}
