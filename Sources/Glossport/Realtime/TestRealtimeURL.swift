package import GlossportProject

/// Starts Apple's test of the sandbox's real-time URL, and waits for the result.
public struct TestRealtimeURL: UseCase {
    package let subject: Subject
    package let limit: Duration

    package enum Subject: Sendable {
        /// A new test, for the subscription with this original transaction ID.
        case new(String)
        /// An earlier test, with this request ID.
        case started(ServiceID)
    }

    package init(_ subject: Subject, waiting limit: Duration) {
        self.subject = subject
        self.limit = limit
    }

    package var command: RunCommand { .realtime }
    package var isExclusive: Bool { false }

    package func perform(in run: Run) async throws -> TestedRealtimeURL {
        let id: ServiceID
        var end = run.time.now
        switch subject {
        case .started(let known): id = known
        case .new(let transaction):
            let start = try await run.startPerformanceTest(of: transaction)
            run.report(start)
            id = start.requestId
            end = end + start.duration
        }
        let test = try await run.performanceTest(id, expectedAt: end, waiting: limit)
        return TestedRealtimeURL(id: id, test: test)
    }
}

extension PerformanceTest.Start: ProgressEvent {
    package var description: String { "performance test \(requestId)" }
}

/// The result of a performance test.
public struct TestedRealtimeURL: RunResult {
    package let id: ServiceID
    package let test: PerformanceTest

    /// The exit status of the run.
    public var status: ExitStatus { test.hasPassed ? .done : test.isPending ? .notYet : .rejected }
}
