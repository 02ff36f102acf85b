import ArgumentParser

/// The help of a command, drawn from what it declares: what is declared once is said once.
///
/// ArgumentParser would wrap examples like prose, list a command's own flags last, and leave out which ones may be repeated.
struct HelpPage {
    /// The command's full name, such as `glossport journal check`.
    private let name: String
    private let configuration: CommandConfiguration
    private let arguments: [Declaration.Argument]
    private let width: Int
    private let isRoot: Bool
    /// Whether the command runs for several projects.
    private let isProjectwise: Bool

    init(of command: any ParsableCommand.Type, named name: String, width: Int) {
        self.name = name
        self.width = max(width, 40)
        configuration = command.configuration
        // The root's page describes all commands, and the root has no arguments of its own.
        isRoot = command == GlossportCommand.self
        isProjectwise = command is any ProjectwiseCommand.Type
        arguments = isRoot ? [] : Declaration.arguments(of: command).filter { $0.isShown }
    }

    var lines: [String] {
        var lines = Self.wrapped(configuration.abstract, width: width) + ["", "USAGE"]
        lines += Self.wrapped(usage, width: width - 4).enumerated().map { ($0 == 0 ? "  " : "      ") + $1 }
        if !configuration.discussion.isEmpty { lines += [""] + Self.prose(configuration.discussion, width: width) }
        let sections = subcommands + flags + topics
        let column = column(of: sections)
        for section in sections { lines += ["", section.title] + section.rows.flatMap { $0.lines(column, width) } }
        let more =
            isRoot
            ? "For details, use `glossport COMMAND --help` or `glossport help TOPIC`."
            : configuration.subcommands.isEmpty ? nil : "For details, use `\(name) SUBCOMMAND --help`."
        return lines + (more.map { ["", $0] } ?? [])
    }

    private var usage: String {
        let positional = arguments.filter { $0.kind == "positional" }.map { argument in
            let text = argument.label + (argument.isRepeating ? " ..." : "")
            return argument.isOptional ? "[\(text)]" : text
        }
        let named = arguments.filter { $0.kind != "positional" }
        let required = named.filter { $0.kind == "option" && !$0.isOptional }.map(\.label)
        let rest = named.count > required.count ? ["[<options>]"] : []
        let inner = configuration.subcommands.isEmpty ? [] : ["<subcommand>"]
        return ([name] + inner + required + positional + rest).joined(separator: " ")
    }

    private struct Section {
        var title: String
        var rows: [Row]
    }

    private struct Row {
        var label, text: String

        /// The label and, from a column on, its text.
        func lines(_ column: Int, _ width: Int) -> [String] {
            let texts = HelpPage.wrapped(text, width: width - column)
            let indent = String(repeating: " ", count: column)
            guard label.count + 4 <= column, let first = texts.first else {
                return ["  " + label] + texts.map { indent + $0 }
            }
            let gap = String(repeating: " ", count: column - label.count - 2)
            return ["  " + label + gap + first] + texts.dropFirst().map { indent + $0 }
        }
    }

    private var subcommands: [Section] {
        let groups =
            configuration.groupedSubcommands.map { ($0.name, $0.subcommands) }
            + (configuration.ungroupedSubcommands.isEmpty
                ? [] : [("Subcommands", configuration.ungroupedSubcommands)])
        return groups.map { title, commands in
            Section(
                title: title.uppercased(),
                rows: commands.filter { $0.configuration.shouldDisplay }.map {
                    Row(label: $0.configuration.commandName ?? "", text: $0.configuration.abstract)
                }
            )
        }
    }

    private var topics: [Section] {
        isRoot
            ? [Section(title: "TOPICS", rows: HelpTopic.allCases.map { Row(label: $0.rawValue, text: $0.abstract) })]
            : []
    }

    /// The arguments, those of the command alone first.
    private var flags: [Section] {
        var titles: [String] = []
        var rows: [String: [Row]] = [:]
        for argument in arguments {
            let title = argument.sectionTitle ?? (argument.kind == "positional" ? "Arguments" : "Options")
            if rows[title] == nil { titles.append(title) }
            let hint =
                isProjectwise && argument.longName == "project"
                ? " For several projects, repeat it, or quote a pattern: 'apps/*.yaml'." : ""
            rows[title, default: []].append(Row(label: argument.label, text: argument.text + hint))
        }
        let own = ["Arguments", "Options"]
        return (own.filter(titles.contains) + titles.filter { !own.contains($0) }).map {
            Section(title: $0.uppercased(), rows: rows[$0] ?? [])
        }
    }

    /// Where the texts begin: where the fewest lines are needed.
    private func column(of sections: [Section]) -> Int {
        let rows = sections.flatMap(\.rows)
        let counts = stride(from: 12, through: min(34, width / 2), by: 1).map { column in
            (column: column, count: rows.reduce(0) { $0 + $1.lines(column, width).count })
        }
        return counts.min { ($0.count, $0.column) < ($1.count, $1.column) }?.column ?? 12
    }

    /// Wraps paragraphs; what is indented and what is a title stays as it is.
    static func prose(_ text: String, width: Int) -> [String] {
        text.split(separator: "\n", omittingEmptySubsequences: false).flatMap { line in
            line.hasPrefix("  ") || line.isEmpty ? [String(line)] : wrapped(String(line), width: width)
        }
    }

    fileprivate static func wrapped(_ text: String, width: Int) -> [String] {
        Paragraph.lines(text, indentedBy: 0, width: width)
    }
}

extension Declaration.Argument {
    /// Whether it is told of; that every command has `--help` is said once.
    fileprivate var isShown: Bool { shouldDisplay && longName != "help" && longName != "version" }

    /// As `-o, --output <form>`.
    fileprivate var label: String {
        guard kind != "positional" else { return "<\(valueName ?? "")>" }
        return spellings.sorted { $0.count < $1.count }.joined(separator: ", ")
            + (kind == "option" ? " <\(valueName ?? "")>" : "")
    }

    /// The argument's abstract, its values and its default.
    fileprivate var text: String {
        var facts: [String] = []
        if kind == "option", !isOptional { facts.append("required") }
        if let values = allValues, !values.isEmpty { facts.append(values.joined(separator: ", ")) }
        if let defaultValue, !defaultValue.isEmpty { facts.append("default: \(defaultValue)") }
        if kind == "option", isRepeating { facts.append("may be repeated") }
        let parts = [abstract, discussion, facts.isEmpty ? nil : "(\(facts.joined(separator: "; ")))"]
        return parts.compactMap(\.self).joined(separator: " ")
    }
}
