/// A test of a real-time URL; the emulator does not call the URL, and its rules determine the result.
package struct PerformanceTest: Hashable, Sendable {
    let target: String
    let started: Moment
    let duration: Duration
    let fails: Bool

    static let requests = 100
    static let concurrency = 10
    /// In milliseconds.
    static let threshold = 700
    /// In percent.
    static let successThreshold = 95

    var ends: Moment { started + duration }

    /// The state of a test at a given time.
    package struct Result: Hashable, Sendable {
        let test: PerformanceTest
        /// `PENDING`, `PASS` or `FAIL`.
        package let verdict: String
        let pending: Int
        /// In percent.
        let successRate: Int
        /// The mean, and percentiles 50, 90, 95 and 99, in milliseconds.
        let times: [Int]
        let failures: [String: Int]
    }

    func result(at now: Moment) -> Result {
        let left = ends.microseconds - now.microseconds
        guard left <= 0 else {
            let length = max(1, duration.wholeMicroseconds)
            let pending = max(1, Int(Int64(Self.requests) * left / length))
            return Result(test: self, verdict: "PENDING", pending: pending, successRate: 0, times: [], failures: [:])
        }
        return fails
            ? Result(
                test: self,
                verdict: "FAIL",
                pending: 0,
                successRate: 60,
                times: [612, 540, 1_180, 1_420, 2_060],
                failures: ["SUCCESS": 60, "TIMED_OUT": 40]
            )
            : Result(
                test: self,
                verdict: "PASS",
                pending: 0,
                successRate: 98,
                times: [140, 120, 230, 310, 480],
                failures: ["SUCCESS": 98, "TIMED_OUT": 2]
            )
    }
}

extension AppState {
    mutating func startPerformanceTest(
        of transaction: String,
        at now: Moment,
        rules: Rules
    ) throws(ServiceError) -> Reply {
        guard !transaction.isEmpty, transaction.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else {
            throw .invalidTransaction
        }
        guard let realtimeURL else { throw .invalidPerformanceTest }
        guard performanceTests.values.allSatisfy({ $0.ends <= now }) else { throw .performanceTestExists }
        let identifier = Identifier(drawnFrom: rules.seed, performanceTests.count)
        let test = PerformanceTest(
            target: realtimeURL,
            started: now,
            duration: rules.performanceTestTime,
            fails: rules.failsPerformanceTests
        )
        performanceTests[identifier] = test
        return .performanceTest(identifier, test)
    }
}
