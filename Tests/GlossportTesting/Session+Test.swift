package import Glossport
import GlossportProject

extension Session {
    /// Creates a session at ``JournalSamples/sandbox`` that waits for the lock of a store, without a user.
    package init(
        waitingFor store: any JournalStore,
        upTo limit: Duration?,
        by time: any TimeSource,
        until stop: StopRequest = StopRequest(),
        progress: any Progress = NoUser()
    ) {
        self.init(
            Project(app: JournalSamples.sandbox.app),
            in: JournalSamples.sandbox.environment,
            journal: JournalProvider(store),
            service: ServiceProvider(named: "here") { try await $0(FakeMessageService()) },
            conversation: NoUser(),
            progress: progress,
            version: "test"
        )
        limits.waitForLock = limit
        (self.time, self.stop) = (time, stop)
    }
}
