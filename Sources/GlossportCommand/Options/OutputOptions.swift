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

    @Option(help: DisplayOptions.colorHelp)
    var color: ColorChoice = .auto
}

/// How much is shown, and how colourful, by a command that has forms of its own.
struct DisplayOptions: ParsableArguments {
    static let verboseHelp: ArgumentHelp = "Show more: notes, other keys, every item."
    static let colorHelp = ArgumentHelp(
        "When to use colours: auto uses them on a terminal.",
        discussion: "NO_COLOR means never, CLICOLOR_FORCE always. JSON is never coloured.",
        valueName: "when"
    )

    @Flag(name: .shortAndLong, help: verboseHelp)
    var verbose = false

    @Option(help: colorHelp)
    var color: ColorChoice = .auto
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

/// When colours are used.
enum ColorChoice: String, ExpressibleByArgument, CaseIterable {
    case auto, always, never

    /// The choice of a call: the flag beats its variable, and both beat those that all programs share.
    ///
    /// Looked up, not parsed: a call that can't be parsed is answered in colours, too.
    static func asked(in call: Invocation) -> ColorChoice {
        if let choice = call.value(of: "--color").flatMap(ColorChoice.init(rawValue:)) { return choice }
        func isSet(_ name: String) -> Bool { call.environment[name].map { !$0.isEmpty } ?? false }
        if isSet("NO_COLOR") { return .never }
        return isSet("CLICOLOR_FORCE") && call.environment["CLICOLOR_FORCE"] != "0" ? .always : .auto
    }
}
