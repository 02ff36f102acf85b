// This import is public, because a public type of GlossportReading gains an ArgumentParser conformance here.
public import ArgumentParser
import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading

/// The project file, and options that override its settings.
struct ProjectOptions: ParsableArguments {
    @Option(
        name: .customLong("project"),
        help: ArgumentHelp(
            "The project file, or its folder; also GLOSSPORT_PROJECT (default: the glossport.yaml here, or in the nearest folder above).",
            valueName: "path"
        ),
        completion: .projectFiles
    )
    var projects: [String] = []

    @Option(help: ArgumentHelp("Target environment; also GLOSSPORT_ENVIRONMENT.", valueName: "name"))
    var environment: ServiceEnvironment?

    @Option(
        help: ArgumentHelp(
            "The journal; also GLOSSPORT_JOURNAL (default: .glossport/journal.sqlite).",
            valueName: "path"
        ),
        completion: .file()
    )
    var journal: String?

    @Flag(name: .customLong("allow-outside"), help: "Allow paths in the project file that lead outside its folder.")
    var allowsOutside = false

    var environmentOrVariable: ServiceEnvironment? { environment ?? EnvironmentVariable.serviceEnvironment }
    var journalOrVariable: String? { journal ?? EnvironmentVariable.journal.value }

    /// The named project; with several projects, the one that this command runs for.
    var project: String? { ProjectCall.current?.path ?? projects.first }
}

/// The project file, for commands that need no other settings.
struct ProjectFileOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The project file; also GLOSSPORT_PROJECT (default: glossport.yaml).",
            valueName: "path"
        ),
        completion: .projectFiles
    )
    var project: String?
}

/// The deliveries to read, and how to read them.
struct DeliveryOptions: ParsableArguments {
    @Argument(
        help: ArgumentHelp("Files or folders to read instead of the project's.", valueName: "delivery"),
        completion: .file()
    )
    var deliveries: [String] = []

    @OptionGroup var reading: ReadingOptions
    @OptionGroup var selection: SelectionOptions
}

struct ReadingOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp("Reader to use, if the content does not identify the format.", valueName: "format"),
        completion: .formats
    )
    var format: String?

    @Option(
        help: ArgumentHelp("Locale for files that don't declare one.", valueName: "locale"),
        completion: .storeLocales
    )
    var asLocale: String?

    @Option(name: .customLong("option"), help: ArgumentHelp("Option for the reader.", valueName: "name=value"))
    var options: [String] = []
}

struct SelectionOptions: ParsableArguments {
    @Option(
        name: .customLong("locale"),
        help: ArgumentHelp("Only these locales, separated by commas, such as de-DE,fr-FR.", valueName: "locale"),
        completion: .locales
    )
    var locales: [String] = []

    @Option(
        name: .customLong("message"),
        help: ArgumentHelp("Only this message.", valueName: "name"),
        completion: .messages
    )
    var messages: [String] = []

    func selection() throws -> Selection {
        Selection(locales: try StoreLocale.chosen(by: locales), messages: Set(messages))
    }

    /// The selection, validated against a journal's records.
    func selection(among records: [ItemRecord], of project: Project) throws -> Selection {
        try selection().validated(among: records, of: project)
    }
}

extension ServiceEnvironment: ExpressibleByArgument {}
extension Severity: ExpressibleByArgument {}

extension StoreLocale {
    /// Parses the values of a repeatable option; each value is one locale, or several separated by commas.
    static func chosen(by values: [String]) throws -> Set<StoreLocale> {
        let codes = values.flatMap { $0.split(separator: ",") }.map { $0.trimmingPrefix(" ") }
        return Set(
            try codes.map { code in
                if let locale = StoreLocale(code) { return locale }
                let remedy = LocaleResolver.remedy(for: String(code))
                throw GlossportError(.invalidOption, "“\(code)” is not an App Store locale.", remedy: remedy)
            }
        )
    }
}
