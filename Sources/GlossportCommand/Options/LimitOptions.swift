import ArgumentParser
import GlossportImporting

/// How long a run may take, and how long it waits for what.
struct LimitOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Stop cleanly after this time, whatever is being done, with exit code 10.",
            discussion: "Example: --deadline 25m",
            valueName: "duration"
        ),
        transform: DurationArgument.init
    )
    var deadline: DurationArgument?

    @Option(
        name: .customLong("max-wait"),
        help: ArgumentHelp(
            "The longest time without progress, waiting for quota, before stopping with exit code 9.",
            discussion: "never waits for ever. Example: --max-wait 2h",
            valueName: "duration"
        ),
        transform: MaxWait.init
    )
    var maxWait: MaxWait = MaxWait(limit: .seconds(900))

    @Option(
        name: .customLong("max-outage"),
        help: ArgumentHelp(
            "How long nothing may get through before stopping with exit code 3.",
            discussion: "never tries for ever. Example: --max-outage 1m",
            valueName: "duration"
        ),
        transform: MaxWait.init
    )
    var maxOutage: MaxWait = MaxWait(limit: .seconds(900))

    @Option(
        name: .customLong("wait-for-lock"),
        help: ArgumentHelp(
            "How long to wait for another run at the same app before stopping with exit code 11.",
            discussion: "never waits for ever. Example: --wait-for-lock 10m",
            valueName: "duration"
        ),
        transform: MaxWait.init
    )
    var waitForLock: MaxWait = MaxWait(limit: .zero)

    var limits: Limits {
        Limits(
            patience: Patience(maxWait: maxWait.limit, outageLimit: maxOutage.limit),
            waitForLock: waitForLock.limit
        )
    }
}

/// How long a run waits for what.
struct Limits {
    var patience = Patience()
    /// How long to wait for another run at the same app; `nil` waits for ever.
    var waitForLock: Duration? = .zero
}

/// A command whose run can be limited; the deadline counts from its beginning, reading included.
protocol LimitedCommand: AsyncParsableCommand {
    var limits: LimitOptions { get }
}

/// A duration, or `never` for no limit.
struct MaxWait: CustomStringConvertible {
    var limit: Duration?

    init(limit: Duration?) { self.limit = limit }

    /// Throws a sentence that says how durations are written.
    init(_ argument: String) throws {
        limit = argument == "never" ? nil : try DurationArgument(argument).duration
    }

    /// The default, as help shows it.
    var description: String { limit.map { "\($0.components.seconds / 60)m" } ?? "never" }
}
