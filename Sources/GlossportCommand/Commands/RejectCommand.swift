import ArgumentParser
import Glossport
import GlossportChecking
import GlossportReading

/// Writes what goes back to the vendor.
struct RejectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reject",
        abstract: "Write the return package for the vendor: the texts with errors.",
        discussion: """
            For each delivered file with findings, writes an excerpt with the units concerned, byte for byte as delivered. Findings \
            are added where the vendor's tools show them: as a note and a state (XLIFF, String Catalogs), two columns (CSV) or a \
            comment (.strings). The folder also contains findings.csv with all findings, and README.txt, a covering letter.

            Add the returned files to the project as a further delivery with `replaces: true`; their texts replace the faulty ones.

            If deliveries name a `vendor:`, each vendor gets a subfolder with only their files and texts. For workbooks and other \
            formats that cannot be excerpted, the texts are written as a table (.csv).

            The folder must be new, empty, or written by an earlier run and unchanged since.

            EXAMPLES
              glossport reject --out to-vendor
              glossport reject --out to-vendor --min error --locale de-DE
              glossport reject --out to-vendor --output json | jq '.files[].output'

            Exit code 3 means that a unit could not be excerpted from an intact file. If a file is damaged, the letter asks for the \
            whole file.
            """
    )

    enum Minimum: String, ExpressibleByArgument, CaseIterable {
        case error, warning, note

        var severity: Severity {
            switch self {
            case .error: .error
            case .warning: .warning
            case .note: .note
            }
        }
    }

    @Option(help: ArgumentHelp("The folder to write.", valueName: "folder"), completion: .directory)
    var out: String

    @Option(name: .customLong("min"), help: ArgumentHelp("Lowest severity to send back.", valueName: "severity"))
    var minimum: Minimum = .warning

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Deliveries") var deliveries: DeliveryOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() throws {
        let workspace = try Workspace(project, deliveries: deliveries, needsApp: false)
        let folder = try ReturnPackageFolder(out, for: workspace)
        // The digests make sure that what is cut is what was checked.
        let review = try workspace.check(takesDigests: true)
        let isPart = workspace.deliveriesAreArguments
        let vendors = Vendors(of: review, relativeTo: isPart ? "" : workspace.folder, isPart: isPart)
        let packages = try vendors.names.map { vendor in
            Package(
                // A delivery without a vendor's name, while others have one.
                folder: vendors.names.count > 1 ? vendor ?? "others" : vendor,
                rejection: try Rejection(
                    of: review,
                    minimum: minimum.severity,
                    relativeTo: workspace.folder,
                    registry: workspace.registry,
                    archives: Readers.archives,
                    where: { vendors.concerns($0, vendor) }
                )
            )
        }
        .filter { !$0.rejection.isEmpty }
        let outputs = packages.flatMap(\.outputs)
        if !outputs.isEmpty { try folder.write(outputs) }
        output.show(RejectReport(packages, written: outputs.map(\.path), to: out))
        if packages.contains(where: \.rejection.isIncomplete) { throw ExitStatus.partial }
    }
}

/// The return package of one vendor.
private struct Package {
    /// The folder of its own, where there are several vendors.
    var folder: String?
    var rejection: Rejection

    var outputs: [(path: String, bytes: [UInt8])] { rejection.outputs.map { (path(of: $0.path), $0.bytes) } }

    func path(of file: String) -> String { folder.map { "\($0)/\(file)" } ?? file }
}

/// The files written for the vendor.
private struct RejectReport: CommandReport {
    var schema = "glossport.reject/1"
    /// The folder.
    var out: String
    var files: [File]
    /// All findings that concern the vendor.
    var findings: Int
    /// Those of them that say that something was not delivered.
    var missing: Int
    /// Everything that was written, by its path in the folder.
    var written: [String]
    /// The vendors that get something, where deliveries name them.
    var vendors: [String]

    struct File: Encodable {
        var path, format: String
        var vendor: String?
        var output: String?
        var units, findings: Int
        var problem: String?
    }

    init(_ packages: [Package], written: [String], to folder: String) {
        out = folder
        self.written = written
        let all = packages.flatMap(\.rejection.findings)
        findings = all.count
        missing = all.count { $0.place == .nowhere }
        files = packages.flatMap { package in
            package.rejection.files.map { file in
                File(
                    path: file.path,
                    format: file.format,
                    vendor: package.folder,
                    output: file.output.map(package.path),
                    units: file.units,
                    findings: file.findings,
                    problem: file.problem?.text
                )
            }
        }
        vendors = packages.compactMap(\.folder)
    }

    var rows: [any Encodable] { files }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        guard findings > 0 else { return ["Nothing to send back."] }
        var table = Table(["FILE", "UNITS", "FINDINGS"], rightAligned: [1, 2])
        for file in files { table.add([file.path, Plural.grouped(file.units), Plural.grouped(file.findings)]) }
        let problems = files.flatMap { file in
            file.problem.map { ["\(file.path): \($0)"] } ?? []
        }
        let missing = missing == 0 ? "" : ", \(Plural.grouped(missing)) of them about missing texts"
        let way =
            vendors.isEmpty
            ? "Send the folder \(out)" : "Send each vendor their folder in \(out): \(vendors.joined(separator: ", "))"
        return (files.isEmpty ? [] : table.lines(on: terminal)) + problems
            + ["\(Plural.of(findings, "finding"))\(missing). \(way); README.txt is the covering letter."]
            + [
                "",
                "When the files come back, add them below the other deliveries in the project file. A complete file with its old",
                "name can also replace the old file.", "",
            ]
            + ["  deliveries:", "    …", "    - path: returned/", "      replaces: true"]
    }
}
