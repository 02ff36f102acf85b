import ArgumentParser
import Glossport

/// Limits on the duration of a run and on waiting for the service.
struct LimitOptions: ParsableArguments {
    private static let usual = WaitArgument(.seconds(900))

    // `GlossportCommand.main` reads it before the command runs.
    @Option(
        help: ArgumentHelp("Stop cleanly after this time, with exit code 10 (default: none).", valueName: "time"),
        transform: DurationArgument.init
    )
    var deadline: DurationArgument?

    @Option(
        help: ArgumentHelp(
            "How long to wait without progress: for quota, before exiting with 9; for an answer of the service, with 6, or 3 during uploads (default: \(Self.usual)).",
            valueName: "time"
        ),
        transform: WaitArgument.init
    )
    var maxWait = Self.usual
}

struct LockOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("How long to wait for another run before exiting with 11 (default: 0s).", valueName: "time"),
        transform: WaitArgument.init
    )
    var waitForLock = WaitArgument(.zero)
}
