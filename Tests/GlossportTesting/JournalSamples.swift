private import Foundation
package import Glossport
package import GlossportProject
package import GlossportReading

/// Sample items, runs and times for journal tests.
package enum JournalSamples {
    /// The destination that most checks use.
    package static let sandbox = Destination(app: "com.example.northlight", environment: .sandbox)

    /// Returns a whole second in 2026, so that no journal rounds it.
    package static func moment(_ seconds: Int64 = 0) -> Timestamp { Timestamp(seconds: 1_790_000_000 + seconds) }

    /// Returns an item with an ID derived for the sandbox app; equal numbers give equal items.
    package static func item(_ number: Int, message: String = "keep-annual", locale: String = "de-DE") -> Item {
        let content = MessageContent(header: "Überschrift \(number)", body: "Bleib bei uns 🎈")
        let source = SourceLocation(path: "vendor/de.xliff", line: number + 1, column: 9)
        return item(content, message, locale, source: source)
    }

    /// Returns an item with an ID derived from its content for the sandbox app.
    package static func item(
        _ content: MessageContent,
        _ message: String,
        _ locale: String,
        source: SourceLocation? = nil
    ) -> Item {
        let identity = MessageIdentity.derive(app: sandbox.app, message: message, locale: locale, content: content)
        return Item(
            id: identity.id,
            message: message,
            locale: locale,
            content: .message(content),
            digest: identity.digest,
            source: source
        )
    }

    /// Returns an image with an ID derived for the sandbox app; equal numbers give equal images.
    package static func image(_ number: Int) -> Item {
        let content = ImageContent(
            size: number.isMultiple(of: 2) ? .fullSize : .bulletPoint,
            sha256: [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: 32).hexadecimal,
            byteCount: number,
            path: "images/\(number).png"
        )
        let identity = ImageIdentity.derive(app: sandbox.app, size: content.size, sha256: content.sha256)
        return Item(
            id: identity.id,
            content: .image(content),
            digest: identity.digest,
            source: SourceLocation(path: "images/\(number).png", line: 1, column: 1)
        )
    }

    /// Returns the items numbered from 0 to `count` − 1.
    package static func items(_ count: Int) -> [Item] { (0..<count).map { item($0) } }

    /// Returns the start of an `import` run.
    package static func run(at destination: Destination = sandbox, started: Timestamp = moment()) -> RunStart {
        RunStart(
            destination: destination,
            command: .import,
            toolVersion: "0.0.0-test",
            started: started,
            sources: [RunStart.Source(path: "vendor/de.xliff", sha256: Array(repeating: 7, count: 32))]
        )
    }
}

extension Journal {
    /// Creates a journal as a new process would, with a new writer ID.
    package convenience init(_ log: any JournalLog, by process: ProcessIdentity = .current) {
        self.init(log, writer: UUID(), by: process)
    }

    /// Records that a default was set, preceded by its attempt, or that it was deleted.
    package func setDefault(_ slot: DefaultSlot, _ item: ServiceID?, at moment: Timestamp, in run: RunID) async throws {
        if let item { try await recordDefaultAttempt(slot, item, in: run) }
        try await recordDefault(slot, item, at: moment, in: run)
    }

    /// Records one complete upload attempt.
    package func attempt(
        _ item: ServiceID,
        _ outcome: Answer.Outcome,
        to state: ItemState,
        proof: Proof? = nil,
        reason: String? = nil,
        pause: Pause? = nil,
        in run: RunID
    ) async throws {
        let start = AttemptStart(.uploadMessage, item: item, started: JournalSamples.moment())
        let attempt = try await beginAttempt(start, in: run)
        let change = ItemChange(item, to: state, proof: proof, reason: reason)
        var end = AttemptEnd(attempt, finished: JournalSamples.moment(1), answer: Answer(outcome), change: change)
        end.pause = pause
        try await finishAttempt(end, in: run)
    }

    package func record(_ id: ServiceID, at destination: Destination = JournalSamples.sandbox) async throws
        -> ItemRecord?
    {
        try await records(of: [id], at: destination)[id]
    }
}
