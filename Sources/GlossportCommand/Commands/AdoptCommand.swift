import ArgumentParser
private import Foundation
import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading

struct AdoptCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "adopt",
        abstract: "Import names for messages that other tools uploaded.",
        discussion: """
            Reads a table of ids, names and locales and stores them in the journal, so that `messages list`, `explain`, `coverage`, \
            `plan` and `prune` show names instead of ids. Nothing is uploaded or changed. Columns are found by their headers, such \
            as those of RetentionManager's export. Use --option to name other headers: `key` for ids, `text` for names, `locale`.

            EXAMPLES
              glossport adopt retention-manager.csv
              glossport adopt messages.csv --option key=AppleID --option text=Campaign
            """
    )

    @OptionGroup var access: AccessOptions
    @OptionGroup(title: "Files") var reading: ReadingOptions
    @OptionGroup(title: "Output") var output: OutputOptions

    @Argument(help: "A table with one row per message.", completion: .file())
    var file: String

    private struct Names: Encodable {
        var named, own, missing: [Row]

        struct Row: Encodable {
            var id: ServiceID
            var message, locale: String?
        }
    }

    /// The maximum number of missing ids to list.
    private static let listedIDs = 100

    func run() async throws {
        let session = try access.session()
        let names = try names(for: session)
        let adoption = try await session.perform(AdoptMessages(names)).output.adoption
        for id in adoption.missing.prefix(Self.listedIDs) {
            Output.report("\(id) (\(names[id]?.title ?? "")) is not at the service, so it gets no name.")
        }
        let others = adoption.missing.count - Self.listedIDs
        if others > 0 { Output.report("\(others) more of these ids are not at the service, either.") }
        if !adoption.own.isEmpty {
            let own = Plural.of(adoption.own.count, "message is", "messages are")
            Output.report("\(own) known to this journal already.")
        }
        func rows(_ ids: [ServiceID]) -> [Names.Row] {
            ids.map { Names.Row(id: $0, message: names[$0]?.message, locale: names[$0]?.locale) }
        }
        try output.show(
            "glossport.adopt/1",
            at: session.destination,
            Names(named: rows(adoption.named), own: rows(adoption.own), missing: rows(adoption.missing)),
            lines: ["\(Plural.of(adoption.named.count, "message has", "messages have")) a name now."]
        )
    }
}

extension AdoptCommand {
    /// The names in the table.
    ///
    /// - Throws: `ProjectFileError` with the invalid rows; `GlossportError` if the file can't be read or lacks one of
    ///   the three columns; ``ExitStatus/findings`` if the reader reports errors.
    private func names(for session: Session) throws -> [ServiceID: MessageName] {
        var reading = reading
        try Self.addColumns(to: &reading, file, session.destination.environment)
        var units: [TranslationUnit] = []
        let collected = try Workspace.read([file], reading) { unit, _ in units.append(unit) }
        let defects = collected.findings.filter { $0.severity == .error }
        guard defects.isEmpty else {
            for line in FindingList(defects, from: .error, terminal: .stderr).lines { Output.report(line) }
            throw ExitStatus.findings
        }
        return try AdoptionTable(units, LocaleResolver(map: session.project.locales.map)).names
    }

    /// Known headers of each column in order of preference, reduced to lower-case letters and digits.
    private static let headers: [(option: String, words: [String])] = [
        ("key", ["messageid", "messageidentifier", "identifier", "id", "uuid"]),
        ("text", ["message", "messagename", "name", "key", "campaign", "scenario", "title", "header", "headertext"]),
        ("locale", ["locale", "localeshortcode", "localecode", "culturecode", "language", "lang"]),
    ]

    private static func cells(of row: Substring, separatedBy separator: Character) -> [Substring] {
        var isQuoted = false
        return row.split(omittingEmptySubsequences: false) { character in
            if character == "\"" { isQuoted.toggle() }
            return character == separator && !isQuoted
        }
    }

    /// Adds the reader options that map the three columns, ignore all others and choose the long layout, unless the
    /// user has given them.
    private static func addColumns(
        to reading: inout ReadingOptions,
        _ file: String,
        _ environment: ServiceEnvironment
    ) throws {
        var given = Set(reading.options.map { String($0.prefix { $0 != "=" }) })
        if reading.asLocale != nil { given.insert("locale") }
        let head = String(decoding: try SourceFile(path: file).head().bytes, as: UTF8.self)
        // Only a text file's headers are inspected; the user must name the columns of a workbook.
        guard !head.contains("\0"), let first = head.split(whereSeparator: \.isNewline).first else { return }
        let separators: [Character] = [",", ";", "\t", "|"]
        let rows = separators.map { Self.cells(of: first, separatedBy: $0) }
        let cells = (rows.max { $0.count < $1.count } ?? []).map { cell in
            // Normalizes headers as the reader does, where libcsv strips the quotation marks.
            String(cell).trimmingWhitespace.trimmingCharacters(in: ["\""]).trimmingWhitespace
        }
        let words = cells.map(\.lettersAndDigits)
        var used: Set<Int> = []
        for (option, known) in headers where !given.contains(option) {
            let best = (option == "key" ? [environment.rawValue + "messageid"] : []) + known
            guard let column = best.lazy.compactMap({ words.firstIndex(of: $0) }).first else {
                throw GlossportError(
                    .invalidOption,
                    "\(file) has no column with \(["key": "ids", "text": "names"][option] ?? "locales"): it has \(cells.joined(separator: ", ")).",
                    remedy: "Name the column with --option \(option)=HEADER."
                )
            }
            reading.options.append("\(option)=\(cells[column])")
            used.insert(column)
        }
        // Exports have more columns, such as a second identifier; only these three matter.
        let others = cells.indices.filter { !used.contains($0) }.map { "\($0 + 1)=ignore" } + ["*=ignore"]
        if used.count == headers.count, !given.contains("map") {
            reading.options.append("map=" + others.joined(separator: ", "))
        }
        if !given.contains("layout") { reading.options.append("layout=long") }
    }
}
