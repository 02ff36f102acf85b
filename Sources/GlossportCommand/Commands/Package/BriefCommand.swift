import ArgumentParser
import Glossport
import GlossportProject
import GlossportReporting

struct BriefCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "brief",
        abstract: "Write packages for vendors: texts to translate.",
        discussion: """
            Writes a package for each vendor: the texts to translate with keys, notes, maximum lengths and the place where customers \
            see them, as XLIFF, CSV or an Excel workbook. Valid translations are left out. If the source text has changed, the package \
            contains the earlier translation. README.txt is a letter that describes the files.

            The vendors and their locales are those under `vendors:` in the project file. Put the files that come back into a folder \
            that is a delivery. Each of their texts replaces the earlier one.

            Source texts are those of `locales.source`. If there is a journal, it tells which source text a translation was sent with.

            EXAMPLES
              glossport brief --locale de-DE,fr-FR --out to-vendor
              glossport brief --format xlsx --due 2026-12-04 --out to-vendor

            Exit code 3 means that texts were not written, because no vendor translates into their locale.
            """
    )

    @OptionGroup var package: PackageOptions
    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Deliveries") var chosen: SelectionOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        var workspace = try Workspace(project, needsApp: false)
        workspace.selection = try chosen.selection()
        let report = try await package.write(.brief, of: workspace)
        output.show(report)
        if !report.withoutVendor.isEmpty { throw ExitStatus.partial }
    }
}
