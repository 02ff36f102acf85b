import ArgumentParser
import Glossport

/// How long a run may take, and how long it waits for the service.
struct LimitOptions: ParsableArguments {
    private static let usual = WaitArgument(.seconds(900))

    // Read by `GlossportCommand.main`, before the command runs.
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

/// How long to wait where another run is at work.
struct LockOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("How long to wait for another run before exiting with 11 (default: 0s).", valueName: "time"),
        transform: WaitArgument.init
    )
    var waitForLock = WaitArgument(.zero)
}
