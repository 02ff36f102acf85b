import ArgumentParser

/// How results are shown.
struct OutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp("Output format: tables for people, JSON for programs.", valueName: "form")
    )
    var output: OutputForm = .table

    // Not as a group: a debug build of ArgumentParser validates each level of groups five times as often as the one above it.
    @Flag(name: .shortAndLong, help: DisplayOptions.verboseHelp)
    var verbose = false
}

/// How much is shown by a command that has forms of its own.
struct DisplayOptions: ParsableArguments {
    static let verboseHelp: ArgumentHelp = "Show more: notes, other keys, every item."

    @Flag(name: .shortAndLong, help: verboseHelp)
    var verbose = false
}

/// Which findings a command shows.
struct FindingOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Show errors only, no warnings.")
    var quiet = false
}

/// How results are written to stdout.
enum OutputForm: String, ExpressibleByArgument, CaseIterable {
    case table, json, jsonl

    /// The form that this call asks for, as far as that can be found before it is parsed: a call that can't be parsed is answered in it, too.
    static let asked = Invocation.current.value(of: "--output", "-o").flatMap(OutputForm.init(rawValue:)) ?? .table
}
