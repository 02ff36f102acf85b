import ArgumentParser
import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading
import GlossportReporting
import WorkbookWriting

struct PackageOptions: ParsableArguments {
    /// The files that accompany each package with texts.
    private static let attachments: [PackageAttachment] = [.preview]

    @Option(help: ArgumentHelp("The folder to write.", valueName: "folder"), completion: .directory)
    var out: String

    @Option(
        help: ArgumentHelp(
            "Format of the packages: XLIFF 1.2, XLIFF 2.0, CSV or Excel; by default that of the vendor.",
            valueName: "format"
        )
    )
    var format: PackageFormat?

    @Option(help: ArgumentHelp("Deadline for the letter, such as 2026-12-04.", valueName: "day"))
    var due: String?

    func validate() throws {
        guard let due, !CalendarDay.isDay(due) else { return }
        throw ValidationError("--due \(due) is not a day. Write it as YYYY-MM-DD, such as 2026-12-04.")
    }

    /// Writes a package of the selected texts for each vendor.
    ///
    /// - Throws: ``GlossportError`` if a file can't be read or written.
    func write(_ kind: TextsToDo.Kind, of workspace: Workspace) async throws -> PackageReport {
        let selection = workspace.selection
        var workspace = workspace
        // Read all locales, because the packages need the source texts.
        workspace.selection.locales = []
        let folder = try ReturnPackageFolder(out, for: workspace)
        let review = try await workspace.check(journal: .needed)
        let isPart = workspace.deliveriesAreArguments
        let texts = try TextsToDo(
            kind,
            of: review,
            selection,
            relativeTo: isPart ? "" : workspace.folder,
            isPart: isPart,
            at: SystemTime.sinceNow.now.seconds
        )
        var packages = texts.packages
        for index in packages.indices { packages[index].format = format ?? packages[index].format }
        let hasSeveral = packages.count > 1 || !review.project.vendors.isEmpty
        let writer = PackageWriter { try WorkbookWriting.bytes(of: $0) }
        var written: [(path: String, bytes: [UInt8])] = []
        for package in packages {
            let name = package.vendor.name.isEmpty ? Project.Vendor.others : package.vendor.name
            let root = hasSeveral ? "\(name)/" : ""
            var files = try writer.files(of: package)
            let attachments = package.texts.isEmpty ? [] : Self.attachments
            let letter = PackageLetter(package, of: review.project, due: due, attachments: attachments)
            files.append(("README.txt", Array(letter.text.utf8)))
            files += try attachments.map { ($0.name, try $0.bytes(package, review)) }
            written += files.map { (root + $0.name, $0.bytes) }
        }
        try folder.write(written)
        return PackageReport(texts, packages, kind, out, written.map(\.path), removed: folder.hadPackage)
    }
}

extension PackageFormat: ExpressibleByArgument {}
