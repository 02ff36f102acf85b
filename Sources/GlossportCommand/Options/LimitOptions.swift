import ArgumentParser
import GlossportImporting

/// How long a run may take, and how long it waits for the service.
struct LimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Stop cleanly after this time, with exit code 10 (default: never).", valueName: "duration"),
        transform: DurationArgument.init
    )
    var deadline: DurationArgument?

    @Option(
        name: .customLong("wait-for-quota"),
        help: ArgumentHelp(
            "How long to wait for quota without progress, or forever; then exit code 9.",
            valueName: "duration"
        ),
        transform: WaitArgument.init
    )
    var waitForQuota = WaitArgument(.seconds(900))

    @Option(
        name: .customLong("wait-for-service"),
        help: ArgumentHelp("How long nothing may get through, or forever; then exit code 3.", valueName: "duration"),
        transform: WaitArgument.init
    )
    var waitForService = WaitArgument(.seconds(900))

    var patience: Patience { Patience(maxWait: waitForQuota.limit, outageLimit: waitForService.limit) }
}

/// How long to wait where another run is at work.
struct LockOptions: ParsableArguments {
    @Option(
        name: .customLong("wait-for-lock"),
        help: ArgumentHelp(
            "How long to wait for another run at the same app, or forever; then exit code 11.",
            valueName: "duration"
        ),
        transform: WaitArgument.init
    )
    var waitForLock = WaitArgument(.zero)
}

/// A command whose run can be limited; the deadline counts from its beginning, reading included.
protocol LimitedCommand: AsyncParsableCommand {
    var limits: LimitOptions { get }
}
