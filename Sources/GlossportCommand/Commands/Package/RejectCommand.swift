import ArgumentParser
import Glossport
import GlossportProject
import GlossportReading
import GlossportReporting

struct RejectCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reject",
        abstract: "Write packages for vendors: texts to correct.",
        discussion: """
            Writes a package for each vendor: the texts that findings concern, each with the sentence that says what to do, as XLIFF, \
            CSV or an Excel workbook. A finding about a message, a file or a locale concerns all its texts. Missing texts are included. \
            README.txt is a letter that describes the files.

            A wrong text goes to the vendor who delivered it, a missing one to the vendor of its locale: see `vendors:` in the project \
            file. Put the files that come back into a folder that is a delivery. Each of their texts replaces the earlier one.

            The folder must be new, empty, or written by an earlier run and unchanged since.

            EXAMPLES
              glossport reject --out to-vendor
              glossport reject --out to-vendor --min error --locale de-DE
              glossport reject --out to-vendor --output json | jq '.vendors[].vendor'

            Exit code 3 means that texts were not written, because no vendor translates into their locale.
            """
    )

    @OptionGroup var package: PackageOptions

    @Option(name: .customLong("min"), help: ArgumentHelp("Lowest severity to send back.", valueName: "severity"))
    var minimum = Severity.warning

    @OptionGroup(title: "Project") var project: ProjectOptions

    @Argument(
        help: ArgumentHelp("Files or folders to read instead of the project's.", valueName: "delivery"),
        completion: .file()
    )
    var deliveries: [String] = []

    @OptionGroup(title: "Deliveries") var selection: SelectionOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        // In this command, `--format` means the format of the packages, so `DeliveryOptions` can't be one of its option
        // groups.
        var chosen = try DeliveryOptions.parse(["--"] + deliveries)
        chosen.selection = selection
        let workspace = try Workspace(project, deliveries: chosen, needsApp: false)
        let report = try await package.write(.reject(minimum: minimum), of: workspace)
        output.show(report)
        if !report.withoutVendor.isEmpty { throw ExitStatus.partial }
    }
}
