import ArgumentParser
private import Foundation
import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading
import GlossportReporting

struct PreviewCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "preview",
        abstract: "Write a page that shows every message in every locale.",
        discussion: """
            Writes one HTML file without scripts that you can open from disk or send by mail. It shows pictures, texts and bullet points at a phone's width, in light and dark mode and with large text. The source, lengths, notes for translators and findings are beside them. A table of messages and locales comes first. If there is a journal, changes since the last \
            import are marked. A code for each locale lets a person approve it by mail: see `glossport approve`. The layout is an approximation, because Apple's is not published.

            Needs no network and no key. Deliveries with errors are shown as well, with exit code 0; use `glossport validate` to check them.

            EXAMPLES
              glossport preview
              glossport preview --embed --out mail.html         pictures in the file
              glossport preview --locale he,ar-SA --message keep-annual
              glossport preview vendor/de.xliff --as-locale de-DE
            """
    )

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Deliveries") var deliveries: DeliveryOptions

    @Option(
        help: ArgumentHelp("File to write; replaces an earlier preview.", valueName: "file"),
        completion: .file(extensions: ["html"])
    )
    var out = "preview.html"

    @Flag(help: "Embed the pictures, so that the file can be sent on its own.")
    var embed = false

    @OptionGroup(title: "Output") var output: OutputOptions

    private struct Page: Encodable {
        var out: String
        var bytes, messages, locales: Int
        var errors, warnings: Int
    }

    func run() async throws {
        let workspace = try Workspace(project, deliveries: deliveries, needsApp: false)
        let file = try OutputFile(out, .preview, in: workspace.projectFolder)
        let review = try await workspace.check()
        let known = try await known(of: review, in: workspace)
        var edition = PreviewEdition(
            made: TimeText.full(SystemTime.sinceNow.now),
            statuses: known?.statuses,
            images: try images(of: review, for: file)
        )
        edition.approvals = known?.approvals ?? []
        edition.codes = codes(of: review, known?.items)
        let bytes = PreviewPage(review, edition).bytes
        try file.write(bytes)
        try showSummary(review, bytes.count)
    }

    /// The desired items, the status of each delivered text compared with the journal, and the approvals in words;
    /// `nil` if there is no journal.
    private func known(
        of review: Review,
        in workspace: Workspace
    ) async throws -> (items: DesiredItems, statuses: [String: [StoreLocale: RecordStatus]], approvals: [String])? {
        guard let journal = try await workspace.existingJournal() else { return nil }
        defer { journal.close() }
        let destination = try workspace.destination()
        let records = try await journal.read(at: destination) { try $0.allRecords() }
        let deleted = Set(records.filter { $0.state == .deleted }.map(\.item.id))
        let items = ItemFactory.items(of: review.catalog, for: review.project, deleted: deleted)
        let approvals = isWhole ? try await ApprovalStatus.wanted(items, in: journal, at: destination) : []
        return (items, items.statuses(of: review.catalog, to: records), ApprovalReport(approvals, destination).facts)
    }

    /// The approval codes by locale.
    ///
    /// Empty if the user has named deliveries or messages, because an approval covers all texts of a locale, and if the
    /// project names no app.
    private func codes(of review: Review, _ items: DesiredItems?) -> [StoreLocale: String] {
        guard isWhole, !review.project.app.isEmpty else { return [:] }
        let items = items ?? ItemFactory.items(of: review.catalog, for: review.project)
        let texts = items.texts(for: review.project.app)
        return Dictionary(
            texts.compactMap { texts in StoreLocale(texts.locale).map { ($0, SignOffCode(of: texts).description) } },
            uniquingKeysWith: { first, _ in first }
        )
    }

    private var isWhole: Bool { deliveries.deliveries.isEmpty && deliveries.selection.messages.isEmpty }

    private func images(
        of review: Review,
        for file: OutputFile
    ) throws -> [ImageInventory.FileKey: PreviewEdition.Image] {
        let folder = file.folder
        return try review.catalog.images.files.compactMapValues { image in
            guard embed else {
                let path = URL(fileURLWithPath: image.source.path).standardizedFileURL.path
                return .link(to: path, from: folder)
            }
            return try image.source.bytes(atMost: PNGInspection.maximumBytes).map { .embedded($0) }
        }
    }

    private func showSummary(_ review: Review, _ size: Int) throws {
        let page = Page(
            out: out,
            bytes: size,
            messages: Set(review.catalog.records.map(\.message)).count,
            locales: Set(review.catalog.recordsWithCopies.map(\.locale)).count,
            errors: review.findings.count { $0.severity == .error },
            warnings: review.findings.count { $0.severity == .warning }
        )
        let messages = Plural.of(page.messages, "message")
        let locales = Plural.of(page.locales, "locale")
        let isFine = review.findings.allSatisfy { $0.severity == .note }
        let findings = isFine ? "nothing found" : FindingList.count(review.findings)
        let weight = size < 1_000_000 ? "\(size / 1_000) kB" : String(format: "%.1f MB", Double(size) / 1e6)
        Output.report("Wrote \(out) (\(weight)): \(messages) in \(locales), \(findings).")
        try output.show("glossport.preview/1", page, lines: [])
    }
}

extension OutputKind {
    static let preview = OutputKind(name: "a preview", flag: "--out") {
        $0.starts(with: ReturnPackageFile.previewSignature.utf8)
    }
}
