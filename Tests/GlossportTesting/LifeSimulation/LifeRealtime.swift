import Glossport
import GlossportProject

extension LifeLink {
    func setRealtimeURL(_ url: String) async -> Answer { await change(.configureRealtimeURL, to: url) }
    func deleteRealtimeURL() async -> Answer { await change(.deleteRealtimeURL, to: nil) }

    private func change(_ endpoint: Endpoint, to url: String?) async -> Answer {
        let environment = environment
        return await call(endpoint) { state, _, _ in
            state.stores[environment]?.realtimeURL = url
            return (SimulatedService.answer(200, nil), ())
        }.answer
    }

    /// Performance tests are not simulated because nothing depends on them.
    func startPerformanceTest(of transaction: String) async -> (answer: Answer, start: PerformanceTest.Start?) {
        (Answer(.accessRefused), nil)
    }

    func getPerformanceTest(_ id: ServiceID) async -> (answer: Answer, test: PerformanceTest?) {
        (Answer(.accessRefused), nil)
    }
}

extension LifeCommands {
    /// Performs `realtime url URL` or `realtime url --delete`, then checks the result as `realtime` shows it.
    static func setRealtimeURL(_ work: Work, _ url: String?) async throws {
        try await work.run.setRealtimeURL(url)
        let shown = try await work.run.realtimeURL()
        let known = try await work.run.journal.read(at: work.run.destination) { $0.realtimeURL }?.url
        guard shown != url || known != url else { return }
        work.world.fail("L11", "the real-time URL is \(shown ?? "none") after it was set to \(url ?? "none")")
    }
}
