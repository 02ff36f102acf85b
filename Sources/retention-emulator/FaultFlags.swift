import ArgumentParser
import RetentionEmulator

struct FaultFlags: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "NAME[:ARGUMENT][/ENDPOINT]=PROBABILITY or …@NUMBERS; repeatable, see above.",
            valueName: "rule"
        ),
        transform: FaultArgument.parse
    )
    var fault: [FaultRule] = []

    @Option(help: "Seed of all random choices.")
    var seed: UInt64 = 0

    func apply(to options: inout EmulatorOptions) {
        options.faults = fault
        options.rules.seed = seed
    }
}

/// Parses fault rules, and throws messages that contain a remedy.
enum FaultArgument {
    static func parse(_ text: String) throws -> FaultRule {
        do {
            return try FaultRule(text)
        } catch let error as FaultSyntaxError {
            throw ValidationError(error.description)
        }
    }
}
