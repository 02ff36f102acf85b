import ArgumentParser
import GlossportChecking
import GlossportImporting
import GlossportReading

/// Writes what a vendor gets to translate.
struct BriefCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "brief",
        abstract: "Write the brief for a vendor: texts to translate, with limits.",
        discussion: """
            Writes one file per locale: the source texts with keys, notes, the maximum length of each field and the name of the \
            picture. Translations whose source has not changed are included, so that the vendor translates only what is new. \
            README.txt is a letter with the limits and the terms of the project file.

            The files that the vendor sends back can be used as a delivery without further options.

            Source texts are those of `locales.source`. If there is a journal, a text counts as new when its source differs from \
            the last one that Apple approved.

            EXAMPLES
              glossport brief --locale de-DE,fr-FR --out to-vendor
              glossport brief --message keep-annual --format csv --out to-vendor
            """
    )

    @Option(help: ArgumentHelp("The folder to write.", valueName: "folder"), completion: .directory)
    var out: String

    @Option(help: "Format of the files: XLIFF 1.2, CSV or XLIFF 2.0.")
    var format: Brief.Form = .xliff

    @OptionGroup(title: "Project") var project: ProjectOptions
    @OptionGroup(title: "Deliveries") var chosen: SelectionOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    func run() async throws {
        var workspace = try Workspace(project, needsApp: false)
        let selection = try chosen.selection()
        // The source texts are needed whatever the locales.
        workspace.selection = Selection(messages: selection.messages)
        let folder = try ReturnPackageFolder(out, for: workspace)
        let review = try workspace.check()
        let approved = try await approved(in: workspace)
        let brief = try Brief(of: review, into: selection.locales, as: format) { message, locale, field in
            approved[message]?[locale.code]?[field.name]
        }
        try folder.write(brief.outputs)
        output.show(BriefReport(brief, to: out))
    }

    /// The texts that Apple has approved last, by message, locale and field.
    private func approved(in workspace: Workspace) async throws -> [String: [String: [String: String]]] {
        let store = try workspace.store
        guard workspace.project.environment != nil, try await store.exists() else { return [:] }
        let destination = try workspace.destination()
        let journal = try await store.open(.existing)
        let reviews = try await journal.reviews(at: destination)
        var texts: [String: [String: [String: String]]] = [:]
        // The newest of a message and locale comes last.
        for record in try await journal.allRecords(at: destination)
        where record.state == .uploaded && reviews[record.item.id] == .approved {
            for (name, value) in record.item.texts?.fields ?? [] {
                guard case .text(let text) = value else { continue }
                texts[record.item.message, default: [:]][record.item.locale, default: [:]][name] = text
            }
        }
        return texts
    }
}

extension Brief.Form: ExpressibleByArgument {}

/// The files written for the vendor.
private struct BriefReport: CommandReport {
    var schema = "glossport.brief/1"
    /// The folder.
    var out: String
    var files: [File]

    struct File: Encodable {
        var path, locale: String
        var units, translated: Int
    }

    init(_ brief: Brief, to folder: String) {
        out = folder
        files = brief.files.map {
            File(path: $0.path, locale: $0.locale.code, units: $0.units, translated: $0.translated)
        }
    }

    var rows: [any Encodable] { files }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        var table = Table(["FILE", "TO TRANSLATE", "TRANSLATED BEFORE"], rightAligned: [1, 2])
        for file in files {
            table.add([file.path, Plural.grouped(file.units - file.translated), Plural.grouped(file.translated)])
        }
        return table.lines(on: terminal) + [
            "Send the folder \(out); README.txt is the covering letter. When the files come back, add them to the deliveries."
        ]
    }
}
