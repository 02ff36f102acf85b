import ArgumentParser
private import Foundation
import GlossportChecking
import GlossportReading

/// Writes what goes back to the vendor.
struct RejectCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reject",
        abstract: "Write what goes back to the vendor: their files, cut down.",
        discussion: """
            Of each delivered file with findings, the folder gets the units in question, byte for byte as they were delivered, with a note and a \
            state (XLIFF, String Catalogs), two more columns (CSV) or a comment (.strings) that the vendor's own tools show. Beside them lie \
            findings.csv, which lists everything, and README.txt, a letter.

            What comes back is delivered beside the original, as a further delivery with `replaces: true`; its texts take the place of the faulty ones.

            The folder must be new, empty, or one that an earlier call has written and nobody has changed.

            EXAMPLES
              glossport reject --out to-vendor
              glossport reject --out to-vendor --min error --locale de-DE
              glossport reject --out to-vendor --output json | jq '.files[].output'

            Exit code 3 says that a unit could not be cut out of a file that is whole. Of a damaged one, which is none of this command's failures, the \
            letter asks for all of it.
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

    @Option(
        help: ArgumentHelp("The folder to write.", valueName: "folder"),
        completion: .directory
    )
    var out: String

    @Option(
        name: .customLong("min"),
        help: ArgumentHelp("The least severity of what goes back.", valueName: "severity")
    )
    var minimum: Minimum = .warning

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Deliveries") var deliveries: DeliveryOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() throws {
        let workspace = try Workspace(project, deliveries: deliveries, needsApp: false)
        try workspace.projectFolder.check(output: out)
        let folder = try KitFolder(out)
        for delivery in workspace.project.deliveries { try check(delivery, of: workspace) }
        // The digests make sure that what is cut is what was checked.
        let review = try workspace.check(takesDigests: true)
        let rejection = try Rejection(
            of: review,
            minimum: minimum.severity,
            relativeTo: workspace.folder,
            registry: workspace.registry,
            archives: Readers.archives
        )
        let outputs = rejection.isEmpty ? [] : rejection.outputs
        if !outputs.isEmpty { try folder.write(outputs) }
        let report = RejectReport(rejection, written: outputs.map(\.path), to: out)
        switch output.output {
        case .table: for line in report.table { Output.line(line) }
        case .json: Output.line(JSON.document(report))
        case .jsonl: for file in report.files { Output.line(JSON.line(file)) }
        }
        Output.flush()
        if rejection.isIncomplete { throw ExitStatus.partial }
    }

    /// What is written must not be read as a delivery by the next command.
    private func check(_ delivery: Project.Delivery, of workspace: Workspace) throws {
        func real(_ path: String) -> String { URL(fileURLWithPath: path).resolvingSymlinksInPath().path + "/" }
        let location =
            deliveries.deliveries.isEmpty
            ? ProjectFolder.location(of: delivery.path, in: workspace.folder) : delivery.path
        guard real(out).hasPrefix(real(location)) else { return }
        throw GlossportError(
            .invalidOption,
            "\(out) lies in the delivery “\(delivery.path)”.",
            remedy: "Name a folder elsewhere: what is written there would be read as delivered."
        )
    }
}

/// What was written for the vendor.
private struct RejectReport: Encodable {
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

    struct File: Encodable {
        var path, format: String
        var output: String?
        var units, findings: Int
        var problem: String?
    }

    init(_ rejection: Rejection, written: [String], to folder: String) {
        out = folder
        self.written = written
        findings = rejection.findings.count
        missing = rejection.findings.count { $0.place == .nowhere }
        files = rejection.files.map { file in
            File(
                path: file.path,
                format: file.format,
                output: file.output,
                units: file.units,
                findings: file.findings,
                problem: file.problem?.text
            )
        }
    }

    var table: [String] {
        guard findings > 0 else { return ["Nothing to send back."] }
        var table = Table(["FILE", "UNITS", "FINDINGS"], rightAligned: [1, 2])
        for file in files { table.add([file.path, Plural.grouped(file.units), Plural.grouped(file.findings)]) }
        let problems = files.flatMap { file in
            file.problem.map { ["\(file.path): \($0)"] } ?? []
        }
        let missing = missing == 0 ? "" : ", \(Plural.grouped(missing)) of what was not delivered"
        return (files.isEmpty ? [] : table.lines()) + problems
            + ["\(Plural.of(findings, "finding"))\(missing); \(out) holds what goes back, README.txt is the letter."]
            + ["", "When it has come back, deliver it as well, below the others in the project file:", ""]
            + ["  deliveries:", "    …", "    - path: returned/", "      replaces: true"]
    }
}
