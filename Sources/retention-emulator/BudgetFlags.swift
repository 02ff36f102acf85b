import ArgumentParser
import RetentionEmulator

/// The hourly budgets.
struct BudgetFlags: ParsableArguments {
    @Option(help: "Hourly budgets (default: those of the environment).")
    var rateProfile: RateProfile?

    @Option(
        help: ArgumentHelp(
            "Requests per hour of one endpoint, such as uploadMessage=20; repeatable, overrides the profile.",
            valueName: "endpoint=n"
        ),
        transform: Allowance.init
    )
    var budget: [Allowance] = []

    @Option(
        help: ArgumentHelp("Length of an hour, so that a test can outlast one (default: 1h).", valueName: "time"),
        transform: DurationArgument.parse
    )
    var hour = Duration.seconds(3600)

    @Option(help: "How the hour is counted.")
    var window = BudgetWindow.sliding

    @Option(help: "Which requests count: admitted (all but 429s) or successes (only 200s).")
    var spending = Rules.Spending.admitted

    func apply(to options: inout EmulatorOptions) {
        if let rateProfile { options.rules.allowances = rateProfile.allowances }
        for allowance in budget { options.rules.allowances[allowance.endpoint] = allowance.requests }
        options.rules.hour = hour
        options.rules.window = window
        options.rules.spending = spending
    }

    func validate() throws {
        guard hour >= .milliseconds(1) else { throw ValidationError("--hour must be at least 1ms") }
    }
}

/// One endpoint's requests per hour.
struct Allowance {
    let endpoint: Endpoint
    let requests: Int

    init(_ text: String) throws {
        let parts = text.split(separator: "=", maxSplits: 1)
        guard parts.count == 2, let endpoint = Endpoint(rawValue: String(parts[0])), let requests = Int(parts[1]),
            (0...1_000_000).contains(requests)
        else {
            let known = Endpoint.allCases.map(\.rawValue).joined(separator: ", ")
            throw ValidationError("write ENDPOINT=N, where ENDPOINT is one of \(known)")
        }
        self.endpoint = endpoint
        self.requests = requests
    }
}
