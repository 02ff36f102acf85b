import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading

/// The output of `validate`: files, locales, findings, counts.
struct CheckReport: CommandReport {
    var schema = "glossport.check/1"
    /// `findings` if a finding is at least as severe as `--fail-on`, otherwise `done`; `exitCode` is the matching exit
    /// code.
    var outcome: String
    var exitCode: Int
    var files: [FileReport]
    /// Skipped files, counted by reason.
    var skipped: [String: Int]
    var locales: [Catalog.LocaleUse]
    /// The locales that show the texts of another locale (`locales.also`); `nil` if there are none.
    var copies: [Copy]?
    /// Unused texts, each with the text that replaces it.
    var replaced: [Catalog.Replaced]
    var images: [ImageInventory.File]
    var findings: [Joined<Finding, Identity>]
    var accepted: [Joined<Finding, Acceptance>]
    var counts: Counts

    struct Copy: Encodable {
        var locale, copiedFrom: String
        var records: Int
    }

    struct Identity: Encodable {
        var finding: FindingID
    }

    /// Counts that add up: units = used + other keys + not selected + unused.
    struct Counts: Encodable {
        var files: Int
        var units: Int
        /// Units in message records.
        var used: Int
        /// Units whose key does not belong to a retention message.
        var otherKeys: Int
        /// Units in records that `--locale` or `--message` excludes.
        var notSelected: Int
        /// Units of messages that could not be used: duplicates, unknown fields, or a missing or unknown locale.
        var unused: Int
        var records: Int
        var messages: Int
        var locales: Int
        var errors: Int
        var warnings: Int
        var accepted: Int
    }

    /// How the report is shown to people.
    struct Display {
        var isQuiet = false
        /// Whether accepted findings are listed instead of the others.
        var isAboutAccepted = false
        /// Whether every finding is listed, not only the first few of each group.
        var listsAll = false
        var grouping: FindingGrouping?
    }

    @Unencoded var display = Display()
    @Unencoded private(set) var review: Review
    private var collected: Collected { review.collected }

    init(_ review: Review, failingOn least: Severity = .error) {
        let (collected, findings) = (review.collected, review.findings)
        self.review = review
        let catalog = collected.catalog
        files = collected.files
        skipped = collected.skipped
        locales = catalog.locales
        if !catalog.copies.isEmpty {
            let byLocale = Dictionary(grouping: catalog.copies, by: \.locale).sorted { $0.key < $1.key }
            copies = byLocale.map { locale, records in
                Copy(locale: locale.code, copiedFrom: records[0].copiedFrom?.code ?? "", records: records.count)
            }
        }
        replaced = catalog.replaced.first
        images = catalog.images.sortedFiles
        self.findings = findings.map { Joined($0, Identity(finding: review.id(of: $0))) }
        accepted = review.accepted.map { Joined($0.finding, $0.acceptance) }
        let units = collected.files.reduce(0) { $0 + $1.summary.units }
        counts = Counts(
            files: files.count,
            units: units,
            used: catalog.unitsUsed,
            otherKeys: catalog.otherKeys.count,
            notSelected: catalog.unitsNotSelected,
            unused: units - catalog.unitsUsed - catalog.otherKeys.count - catalog.unitsNotSelected,
            records: catalog.records.count,
            messages: Set(catalog.records.map(\.message)).count,
            locales: Set(catalog.records.map(\.locale)).count,
            errors: findings.count { $0.severity == .error },
            warnings: findings.count { $0.severity == .warning },
            accepted: review.accepted.count
        )
        let status = findings.contains { $0.severity >= least } ? ExitStatus.findings : .done
        (outcome, exitCode) = (status.word, Int(status.rawValue))
    }

    // MARK: For people

    var rows: [any Encodable & Sendable] {
        let rows: [any Encodable & Sendable] = findings
        return rows + [counts]
    }

    func lines(verbose: Bool, on terminal: Terminal) -> [String] {
        let list = FindingList(
            display.isAboutAccepted ? review.accepted.map(\.explained) : review.findings,
            from: display.isAboutAccepted ? .note : display.isQuiet ? .error : verbose ? .note : .warning,
            all: display.listsAll ? nil : "--all",
            by: display.grouping,
            showsTexts: !display.isQuiet,
            terminal: terminal
        ) { verbose ? review.id(of: $0).description : review.id(of: $0).short }
        let about = display.isQuiet ? [] : inputLines(verbose: verbose, on: terminal)
        let sums = terminal.isInteractive ? Paragraph.lines(summary, indentedBy: 0, width: terminal.width) : [summary]
        return [about, list.lines, sums].filter { !$0.isEmpty }.joined(separator: [""]).map(\.self)
    }

    /// The files, locales and other keys that were read.
    private func inputLines(verbose: Bool, on terminal: Terminal) -> [String] {
        var lines = fileTable(verbose: verbose, showsDetected: true).lines()
        func isTooWide() -> Bool { terminal.isInteractive && lines.contains { DisplayWidth.of($0) > terminal.width } }
        let folder = commonFolder
        if isTooWide(), !folder.isEmpty {
            lines = ["In \(folder)", ""]
            lines += fileTable(verbose: verbose, showsDetected: true, below: folder).lines()
        }
        if isTooWide(), !verbose {
            lines = folder.isEmpty ? [] : ["In \(folder)", ""]
            lines += fileTable(verbose: verbose, showsDetected: false, below: folder).lines()
        }
        if collected.files.isEmpty { lines = ["No file was read."] }
        let skippedFiles = collected.skipped.sorted { $0.key < $1.key }.map { Self.counted($0.value, $0.key) }
        if !skippedFiles.isEmpty { lines.append("Not read: \(skippedFiles.joined(separator: ", ")).") }
        if Readers.languages == nil { lines.append("Languages were not checked: this build has no CLD2.") }
        lines += localeLines(verbose: verbose) + replacedLines(verbose: verbose)
        if collected.catalog.isSourceAssumed, let source = collected.catalog.sourceLocale {
            lines += [
                "",
                "Texts are compared with \(source). If they were translated from another locale, name it as `source:` under `locales:`.",
            ]
        }
        return verbose ? lines + otherKeyLines : lines
    }

    /// The folder or archive that contains all files, with a slash at the end; empty if there is none, or for a single
    /// file.
    private var commonFolder: String {
        let folders = collected.files.map { $0.path.split(separator: "/", omittingEmptySubsequences: false).dropLast() }
        guard folders.count > 1, var common = folders.first else { return "" }
        // The longest common prefix of the folders.
        for folder in folders { common = common.prefix(zip(common, folder).prefix { $0 == $1 }.count) }
        return common.allSatisfy(\.isEmpty) ? "" : common.map { $0 + "/" }.joined()
    }

    /// The table of read files; the column SKIPPED is omitted if nothing was skipped, and DETECTED unless
    /// `showsDetected`.
    private func fileTable(verbose: Bool, showsDetected: Bool, below folder: String = "") -> Table {
        let hasSkipped = collected.files.contains { !$0.summary.skipped.isEmpty }
        let rows = collected.files.map { file in
            let skipped = file.summary.skipped.sorted { $0.key < $1.key }.map { Self.counted($0.value, $0.key) }
            let detected =
                verbose
                ? file.summary.detected.map { "\($0.name) \($0.value)" }
                : file.summary.detected.prefix(2).map { Self.spelledOut($0.value) }
            let cells = [
                String(file.path.dropFirst(folder.count)), file.format, Plural.grouped(file.summary.units),
                Self.short(file.locales) + (file.hasMoreLocales ? " and more" : ""),
            ]
            return cells + (showsDetected ? [detected.joined(separator: ", ")] : [])
                + (hasSkipped ? [skipped.joined(separator: ", ")] : [])
        }
        let optional = (showsDetected ? ["DETECTED"] : []) + (hasSkipped ? ["SKIPPED"] : [])
        return Table(["FILE", "FORMAT", "UNITS", "LOCALES"] + optional, rightAligned: [2], rows)
    }

    /// Spells out delimiters, because `UTF-8, ,` would be unreadable.
    private static func spelledOut(_ detected: String) -> String {
        switch detected {
        case ",": "comma"
        case ";": "semicolon"
        case "\t": "tab"
        case "|": "pipe"
        default: detected
        }
    }

    private static func counted(_ count: Int, _ reason: String) -> String {
        count == 1 ? "1 \(reason)" : "\(Plural.grouped(count)) × \(reason)"
    }

    private static func short(_ locales: [String]) -> String {
        locales.count <= 6
            ? locales.joined(separator: " ") : locales.prefix(5).joined(separator: " ") + " +\(locales.count - 5)"
    }

    /// The delivered identifiers that were mapped to another locale code (with `verbose`, all identifiers), and the
    /// locales that copy texts.
    func localeLines(verbose: Bool) -> [String] {
        let mapped = collected.catalog.locales.compactMap { use -> String? in
            guard case .mapped(let locale, let rule) = use.resolution, verbose || locale.code != use.delivered else {
                return nil
            }
            return verbose ? "\(use.delivered) → \(locale) (\(rule.name))" : "\(use.delivered) → \(locale)"
        }
        let lines = (mapped.isEmpty ? [] : ["Locales taken: " + mapped.joined(separator: ", ")]) + copyLines
        return lines.isEmpty ? [] : [""] + lines
    }

    /// The locales that copy another locale's texts.
    private var copyLines: [String] {
        let byOriginal = Dictionary(grouping: copies ?? [], by: \.copiedFrom).sorted { $0.key < $1.key }
        let lists = byOriginal.map { original, copies in
            let names = copies.map { copy in
                copy.locale + (copy.records < counts.messages ? " (\(Plural.of(copy.records, "message")))" : "")
            }
            return "\(original) → \(names.joined(separator: ", "))"
        }
        return lists.isEmpty ? [] : ["Copied: " + lists.joined(separator: "; ")]
    }

    /// The unused texts, with their places and the places of the texts that replace them; without `verbose`, only the
    /// first five of each kind.
    private func replacedLines(verbose: Bool) -> [String] {
        let texts = collected.catalog.replaced
        let unfinished = texts.first.filter { $0.unfinished != nil }
        let others = texts.first.filter { $0.unfinished == nil }
        func list(_ texts: [Catalog.Replaced], _ count: Int, _ reason: String, _ line: (Catalog.Replaced) -> String)
            -> [String]
        {
            guard count > 0 else { return [] }
            let shown = verbose ? texts : Array(texts.prefix(5))
            return ["", "\(Plural.of(count, "text")) \(count == 1 ? "is" : "are") not used, because \(reason):"]
                + shown.map { "  \($0.message).\($0.field.name) in \($0.locale): \(line($0))" }
                + Plural.more(count - shown.count, verbose ? nil : "`--verbose` lists all")
        }
        let replaced = list(
            others,
            texts.count - unfinished.count,
            "another file replaces \(others.count == 1 ? "it" : "them")"
        ) {
            "\($0.place), replaced by \($0.winner)"
        }
        return replaced
            + list(unfinished, unfinished.count, "\(unfinished.count == 1 ? "it is" : "they are") not finished") {
                "\($0.place) is in the state \($0.unfinished?.rawValue ?? ""); \($0.winner) is used"
            }
    }

    private var otherKeyLines: [String] {
        let other = collected.catalog.otherKeys
        guard other.count > 0 else { return [] }
        return ["", "Keys of other strings, not imported (\(Plural.grouped(other.count))):"]
            + other.first.map { "  \($0.location): \($0.key)" } + Plural.more(other.count - other.first.count)
    }

    var summary: String {
        let parts = [
            "\(Plural.of(counts.units, "unit")) in \(Plural.of(counts.files, "file"))",
            "\(Plural.grouped(counts.used)) used in \(Plural.of(counts.records, "record")) (\(Plural.of(counts.messages, "message")), \(Plural.of(counts.locales, "locale")))",
            counts.otherKeys > 0 ? "\(Plural.grouped(counts.otherKeys)) of other strings" : nil,
            counts.notSelected > 0 ? "\(Plural.grouped(counts.notSelected)) not selected" : nil,
            counts.unused > 0 ? "\(Plural.grouped(counts.unused)) unused" : nil,
            copies.map { Plural.of($0.reduce(0) { $0 + $1.records }, "copy", "copies") },
            images.isEmpty ? nil : Plural.of(images.count, "image"),
        ]
        return parts.compactMap { $0 }.joined(separator: "; ") + ". "
            + FindingList.count(review.findings).capitalizedFirst
            + (counts.accepted > 0 ? ", \(Plural.grouped(counts.accepted)) accepted" : "") + "."
    }
}

extension AcceptedFinding {
    /// The finding, with the acceptance in place of the remedy.
    fileprivate var explained: Finding {
        var finding = finding
        let until = acceptance.until.map { " until \($0)" } ?? ""
        finding.remedy = "Accepted by \(acceptance.by)\(until): \(acceptance.why)"
        return finding
    }
}
