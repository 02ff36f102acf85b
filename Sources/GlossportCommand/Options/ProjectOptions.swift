import ArgumentParser
import Glossport

/// Where the project file is, and what replaces its parts.
struct ProjectOptions: ParsableArguments {
    @Option(
        name: .long,
        help: ArgumentHelp("The project file.", discussion: "Example: --project app/glossport.yaml", valueName: "path")
    )
    var project: String?

    @Option(
        help: ArgumentHelp(
            "The app's bundle ID.",
            discussion: "Example: --app com.example.northlight",
            valueName: "bundle-id"
        )
    )
    var app: String?

    @Option(
        help: ArgumentHelp("sandbox or production.", discussion: "Example: --environment production", valueName: "name")
    )
    var environment: ServiceEnvironment?

    @Option(
        help: ArgumentHelp(
            "The journal's file.",
            discussion: "Example: --journal /var/lib/glossport/journal.sqlite",
            valueName: "path"
        )
    )
    var journal: String?
}

/// Which deliveries to read, and how.
struct DeliveryOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp(
            "Files or folders to read instead of the project file's deliveries.",
            valueName: "delivery"
        )
    )
    var deliveries: [String] = []

    @Option(
        help: ArgumentHelp(
            "The reader to use, where the content does not say enough.",
            discussion: "Example: --format csv",
            valueName: "format"
        )
    )
    var format: String?

    @Option(
        help: ArgumentHelp(
            "The locale of everything in the given files, whatever they say.",
            discussion: "Example: --locale de-DE",
            valueName: "locale"
        )
    )
    var locale: String?

    @Option(
        name: .customLong("option"),
        parsing: .singleValue,
        help: ArgumentHelp(
            "An option for the reader; see `glossport readers`.",
            discussion: "Example: --option delimiter=';' (may be repeated)",
            valueName: "name=value"
        )
    )
    var options: [String] = []

    @Option(
        name: .customLong("min-state"),
        help: ArgumentHelp(
            "The least state that a translation must have.",
            discussion: "One of needs-review, translated (default), reviewed, final. Example: --min-state reviewed",
            valueName: "state"
        )
    )
    var minimumState: TranslationState?
}

/// How results are shown.
struct OutputOptions: ParsableArguments {
    @Option(
        name: .shortAndLong,
        help: ArgumentHelp(
            "table, json or jsonl.",
            discussion: "Tables are for people; the JSON forms are stable. Example: --output json",
            valueName: "form"
        )
    )
    var output: OutputForm = .table

    @Flag(name: .shortAndLong, help: "Show more: notes, other keys, every item.")
    var verbose = false

    @Flag(name: .customLong("no-color"), help: "No colours (also NO_COLOR=1).")
    var noColor = false
}

/// How results are written to stdout.
enum OutputForm: String, ExpressibleByArgument, CaseIterable {
    case table, json, jsonl
}

extension ServiceEnvironment: ExpressibleByArgument {}
extension Pace: ExpressibleByArgument {}
extension TranslationState: ExpressibleByArgument {}
