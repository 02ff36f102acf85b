import ArgumentParser
import Glossport
import GlossportProject
import GlossportReading

struct RealtimeTestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "test",
        abstract: "Test the sandbox's real-time URL with Apple's performance test.",
        discussion: """
            Apple sends many requests to the URL. That usually takes about a minute, and may take up to an hour: `--result` shows the \
            result later. A URL must pass this test before it can be used in production.

            EXAMPLES
              glossport realtime test --original-transaction-id 2000000012345678
              glossport realtime test --result 3f0c1f6e-6a0e-4a43-9c86-0a4a8c1d2b11

            Exit code 0 means that the test passed, 12 that it failed, 9 that it is still running.
            """
    )

    private static let usual = DurationArgument(.seconds(300))

    @OptionGroup var access: AccessOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    @Option(
        name: .customLong("original-transaction-id"),
        help: ArgumentHelp("Start a test with this active sandbox subscription.", valueName: "id")
    )
    var transaction: String?

    @Option(
        name: .customLong("result"),
        help: ArgumentHelp("Show the result of an earlier test.", valueName: "request-id")
    )
    var request: String?

    @Option(
        help: ArgumentHelp("Wait up to this long for the result (default: \(Self.usual)).", valueName: "time"),
        transform: DurationArgument.init
    )
    var waitForTest = Self.usual

    func validate() throws {
        guard (transaction == nil) != (request == nil) else {
            throw ValidationError(
                "Give --original-transaction-id to start a test, or --result to see the result of one."
            )
        }
        if let request, ServiceID(request) == nil { throw ValidationError("'\(request)' is not a UUID.") }
    }

    func run() async throws {
        let progress = RunProgress { event in
            guard let start = event as? PerformanceTest.Start else { return }
            Output.report(
                "The performance test \(start.requestId) takes \(start.duration.text). `glossport realtime test --result \(start.requestId)` also shows its result later."
            )
        }
        let session = try access.session(showing: progress)
        guard session.destination.environment == .sandbox else {
            throw GlossportError(
                .invalidOption,
                "Apple tests real-time URLs in the sandbox only.",
                remedy: "Add --environment sandbox."
            )
        }
        let subject = request.flatMap { ServiceID($0) }.map(TestRealtimeURL.Subject.started) ?? .new(transaction ?? "")
        let tested = try await session.perform(TestRealtimeURL(subject, waiting: waitForTest.duration)).output
        output.show(PerformanceTestReport(requestID: tested.id, test: tested.test, session.destination))
        if tested.status != .done { throw tested.status }
    }
}

private struct PerformanceTestReport: CommandReport {
    var schema = "glossport.performance-test/1"
    var app: String
    var environment: ServiceEnvironment
    var requestID: ServiceID
    var test: PerformanceTest

    init(requestID: ServiceID, test: PerformanceTest, _ destination: Destination) {
        (app, environment) = (destination.app, destination.environment)
        (self.requestID, self.test) = (requestID, test)
    }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        guard !test.isPending else {
            let pending = test.numPending.map { "\(Plural.of($0, "request")) left; " } ?? ""
            return [
                "The test is running: \(pending)`glossport realtime test --result \(requestID)` shows its result later."
            ]
        }
        var rows: [[String]] = []
        func add(_ name: String, _ value: Int?, _ unit: String = "", _ bound: String = "", _ limit: Int? = nil) {
            guard let value else { return }
            let allowed = limit.map { "\(bound) \($0)\(unit)" } ?? ""
            rows.append([name, Plural.grouped(value) + unit, allowed])
        }
        let config = test.config
        add("requests", config?.totalRequests)
        add("success rate", test.successRate, " %", "at least", config?.successRateThreshold)
        for name in ["average", "p50", "p90", "p95", "p99"] {
            add("response time, \(name)", test.responseTimes?[name], " ms")
        }
        add("time limit", config?.responseTimeThreshold, " ms")
        for (kind, count) in (test.failures ?? [:]).sorted(by: { $0.key < $1.key }) { add(kind, count) }
        let verdict = test.hasPassed ? "passed" : "failed"
        let target = test.target.map(RealtimeURL.shown) ?? "the real-time URL"
        return ["The test of \(target) \(verdict)."] + Table([], rows).lines(indentedBy: 2)
    }
}
