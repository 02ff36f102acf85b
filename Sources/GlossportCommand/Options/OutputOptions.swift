import ArgumentParser

struct OutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Output format: tables for people, JSON for programs.", valueName: "form")
    )
    var output: OutputForm = .table

    // Not an option group, because a debug build of ArgumentParser validates each level of groups five times as often
    // as the level above.
    @Flag(name: .shortAndLong, help: DisplayOptions.verboseHelp)
    var verbose = false
}

/// The verbosity flag of a command that declares its own output formats.
struct DisplayOptions: ParsableArguments {
    static let verboseHelp: ArgumentHelp = "Show more: notes, other keys, every item."

    @Flag(name: .shortAndLong, help: verboseHelp)
    var verbose = false
}

struct FindingOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Show errors only, no warnings.")
    var quiet = false
}

enum OutputForm: String, ExpressibleByArgument, CaseIterable {
    case table, json, jsonl

    /// The requested form, found without parsing, so that errors in a call that can't be parsed also use it.
    static let requested = Invocation.current.value(of: "--output", "-o").flatMap(OutputForm.init(rawValue:)) ?? .table
}
