import ArgumentParser

/// Which findings a command shows.
struct FindingOptions: ParsableArguments {
    @Flag(name: .shortAndLong, help: "Show errors only, no warnings.")
    var quiet = false
}
