import ArgumentParser
import GlossportChecking

/// How the hour's allowance of uploads is spent.
struct PaceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Use the hour's quota as fast as possible (hourly), or evenly (steady).",
            valueName: "pace"
        )
    )
    var pace: Pace?

    @Option(
        name: .customLong("quota-share"),
        help: ArgumentHelp(
            "Share of the hour's quota that uploads may use.",
            valueName: "part"
        )
    )
    var quotaShare: Double = 1

    func validate() throws {
        guard quotaShare > 0, quotaShare <= 1 else {
            throw ValidationError("--quota-share must be more than 0 and at most 1.")
        }
    }
}

/// The handling of an id that was chosen by hand and is taken.
struct FixedIDOptions: ParsableArguments {
    @Option(
        name: .customLong("if-exists"),
        help: ArgumentHelp("What to do if a fixed ID already exists.", valueName: "what")
    )
    var ifExists: IfExists = .fail

    /// Whether such an id may be taken for ours.
    var adoptsFixedIDs: Bool { ifExists == .skip }
}

/// The handling of an id that exists already, if the team chose it.
enum IfExists: String, ExpressibleByArgument, CaseIterable {
    case fail, skip
}
