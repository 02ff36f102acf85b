import ArgumentParser
import Glossport

struct WaitCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "wait",
        abstract: "Wait for Apple's reviews and set defaults as approvals arrive.",
        discussion: """
            EXAMPLES
              glossport wait
              glossport wait --wait-for-review 12h --every 10m

            Exit code 9 means that reviews are still pending after that time, 12 that Apple has rejected a message.
            """
    )

    private static let usual = (limit: DurationArgument(.seconds(1_800)), pause: DurationArgument(.seconds(30)))

    @OptionGroup var settling: SettlingOptions

    @Option(
        help: ArgumentHelp(
            "Wait up to this long for Apple's review (default: \(Self.usual.limit)).",
            valueName: "time"
        ),
        transform: DurationArgument.init
    )
    var waitForReview = Self.usual.limit

    @Option(
        help: ArgumentHelp("Interval between checks, at least 10s (default: \(Self.usual.pause)).", valueName: "time"),
        transform: DurationArgument.init
    )
    var every = Self.usual.pause

    func validate() throws {
        // The sandbox allows 360 list requests an hour.
        guard every.duration >= .seconds(10) else { throw ValidationError("--every must be at least 10s.") }
    }

    func run() async throws {
        try await settling.run { work in
            work.command = .wait
            // Only `import` and `settle` remove withdrawn defaults.
            work.options.removesWithdrawn = false
            work.limit = waitForReview.duration
            work.pause = every.duration
        }
    }
}
