import Glossport
import GlossportReading
import GlossportReporting

/// A plan in Markdown, for a pull request comment or a step summary.
struct PlanMarkdown {
    private let report: PlanReport
    private let changes: PlanChanges

    /// The maximum size in bytes, from GitHub's limit for a comment; a longer plan shows only the first changes of each
    /// kind.
    static let limit = 65_536
    /// The bytes reserved for each later kind of change, if it needs them.
    private static let share = 6_000
    /// The bytes reserved for the sentences about omitted changes.
    private static let reserve = 400

    init(_ report: PlanReport) {
        self.report = report
        changes = PlanChanges(report.planned)
    }

    private struct Block {
        var heading: String
        /// The head of the table; empty for a list.
        var table = ""
        var rows: [String]

        var head: String { "\n### \(heading)\n\n\(table)" }
        var size: Int { head.utf8.count + rows.reduce(0) { $0 + $1.utf8.count } }
    }

    /// The plan, followed by as many findings as fit.
    ///
    /// - Parameter findings: Returns findings in at most the given number of bytes.
    /// - Returns: At most ``limit`` bytes.
    func text(findings: (_ limit: Int) -> String) -> String {
        var text = plan
        let room = Self.limit - text.utf8.count - 1
        text += "\n" + findings(room)
        return text
    }

    private var plan: String {
        let destination = report.planned.delivery.messages.destination
        var text = "# Plan for \(Self.escaped("\(destination)"))\n"
        let sentences =
            [report.summary.sentence ?? "Nothing changes."] + report.summary.sourceSentences + report.outdatedSentences
        text += "\n**\(Self.escaped(sentences[0]))**\n"
        for sentence in sentences.dropFirst() { text += "\n\(Self.escaped(sentence))\n" }
        let blocks = [withdrawn, texts, pictures, held, new, others].filter { !$0.rows.isEmpty }
        var hidden = 0
        for (index, block) in blocks.enumerated() {
            let later = blocks[(index + 1)...].reduce(0) { $0 + min($1.size, Self.share) }
            var room = Self.limit - Self.reserve - later - text.utf8.count - block.head.utf8.count
            let rows = block.rows.prefix { row in
                room -= row.utf8.count
                return room >= 0
            }
            hidden += block.rows.count - rows.count
            if !rows.isEmpty { text += block.head + rows.joined() }
        }
        if hidden > 0 {
            let are = hidden == 1 ? "is" : "are"
            text +=
                "\n\(Plural.of(hidden, "more row")) of this plan \(are) left out here. `glossport plan --all` shows all.\n"
        }
        return text
    }

    private var withdrawn: Block {
        Block(
            heading: "Withdrawn",
            rows: report.planned.withdrawn.map { "- \(Self.escaped(PlanChanges.sentence(of: $0, .few)))\n" }
        )
    }

    private var texts: Block {
        Block(
            heading: "Texts that change",
            table: Self.table("message", "locales", "field", "now", "then"),
            rows: report.planned.contents.texts.flatMap { group in
                group.fields.map { field in
                    let change = TextChange(old: field.old.map(changes.shown), new: field.new.map(changes.shown))
                    let (old, new) = change.cells(Self.escaped)
                    return Self.row([
                        Self.escaped(group.message + group.marks), Self.escaped(Self.names(group.places)),
                        Self.escaped(field.field), old, new,
                    ])
                }
            }
        )
    }

    private var pictures: Block {
        Block(
            heading: "Pictures that change",
            rows: report.planned.contents.pictures.map { group in
                let files = group.fields.map { field in
                    changes.replacedFile(field)
                        ?? "\(field.old.map(changes.shown) ?? "none") → \(field.new.map(changes.shown) ?? "none")"
                }
                let places = "\(Plural.of(group.entries.count, "locale")) (\(Self.names(group.places)))"
                let what = "\(group.message): \(PlanChanges.pictureWords(group.fields)) in \(places)\(group.marks)"
                return "- \(Self.escaped("\(what): \(Set(files).sorted().joined(separator: ", "))"))\n"
            }
        )
    }

    private var held: Block {
        Block(
            heading: "Defaults that stay",
            rows: report.planned.changes.heldGroups(besides: report.planned.contents.items).map {
                "- \(Self.escaped($0.sentence(naming: Self.names)))\n"
            } + PlanChanges.reassigned(report.planned.withdrawals).map { "- \(Self.escaped($0))\n" }
        )
    }

    private var new: Block {
        Block(
            heading: "New texts",
            table: Self.table("message", "locale", "header", "body"),
            rows: report.planned.contents.newEntries.map { entry in
                let texts = [entry.item.texts?.header ?? "", entry.item.texts?.body ?? ""]
                return Self.row(
                    [Self.escaped(entry.item.message), Self.escaped(entry.item.localeWithOrigin)]
                        + texts.map { TextChange(old: nil, new: $0.namingUnprintables()).cells(Self.escaped).new }
                )
            }
        )
    }

    private var others: Block {
        Block(
            heading: "Other defaults that change",
            table: Self.table("default for", "locales", "now", "then"),
            rows: report.planned.changes.otherGroups(isWhole: false).map { group in
                Self.row([group.product, Self.names(group.locales), group.now, group.then].map(Self.escaped))
            }
        )
    }

    private static func names(_ names: [String]) -> String { Plural.few(names, names.count > 12 ? 6 : 12) }

    private static func escaped(_ text: String) -> String { MarkdownReport.escaped(text.namingUnprintables()) }

    private static func row(_ cells: [String]) -> String { "| \(cells.joined(separator: " | ")) |\n" }

    private static func table(_ names: String...) -> String {
        row(names) + "|" + String(repeating: "---|", count: names.count) + "\n"
    }
}
