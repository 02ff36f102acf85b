import CLibrary
package import Glossport
package import GlossportProject

extension FakeMessageService {
    /// The request ID of every performance test.
    package static let testID = ServiceID(high: 1, low: 2)

    /// Queues results for the next `getPerformanceTest` calls.
    package func scriptTest(_ results: [String]) { state.withLock { $0.testResults += results } }

    /// Queues answers for the next `setRealtimeURL` and `deleteRealtimeURL` calls, which then change nothing.
    package func scriptRealtime(_ answers: [Answer]) { state.withLock { $0.realtimeAnswers += answers } }

    /// Sets the answer of `getRealtimeURL`; `nil` answers normally.
    package func answerRealtimeQuestion(_ answer: Answer?) { state.withLock { $0.realtimeQuestionAnswer = answer } }

    package func setRealtimeURL(_ url: String) async -> Answer {
        state.withLock { state in
            guard state.realtimeAnswers.isEmpty else { return state.realtimeAnswers.removeFirst() }
            state.realtimeURL = url
            return Answer(.accepted, status: 200)
        }
    }

    package func deleteRealtimeURL() async -> Answer {
        state.withLock { state in
            guard state.realtimeAnswers.isEmpty else { return state.realtimeAnswers.removeFirst() }
            state.realtimeURL = nil
            return Answer(.accepted, status: 200)
        }
    }

    package func startPerformanceTest(of transaction: String) async -> (answer: Answer, start: PerformanceTest.Start?) {
        state.withLock { state in
            guard state.realtimeURL != nil, !state.isTesting else {
                return (Answer(.refusedForNow, status: 400, appleCode: state.isTesting ? 4_000_213 : 4_000_211), nil)
            }
            state.isTesting = true
            let config = PerformanceTest.Config(totalDuration: 60_000)
            return (Answer(.accepted, status: 200), PerformanceTest.Start(requestId: Self.testID, config: config))
        }
    }

    package func getPerformanceTest(_ id: ServiceID) async -> (answer: Answer, test: PerformanceTest?) {
        state.withLock { state in
            guard state.isTesting, id == Self.testID, !state.testResults.isEmpty else {
                return (Answer(.notFound, status: 404, appleCode: 4_040_018), nil)
            }
            return (Answer(.accepted, status: 200), PerformanceTest(result: state.testResults.removeFirst()))
        }
    }
}

extension WithoutRealtime {
    package func setRealtimeURL(_ url: String) async -> Answer { answer }
    package func deleteRealtimeURL() async -> Answer { answer }
    package func startPerformanceTest(of transaction: String) async -> (answer: Answer, start: PerformanceTest.Start?) {
        (answer, nil)
    }
    package func getPerformanceTest(_ id: ServiceID) async -> (answer: Answer, test: PerformanceTest?) { (answer, nil) }
}
