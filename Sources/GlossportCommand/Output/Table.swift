import GlossportProject
import GlossportReading

/// Text in columns.
///
/// If the table is wider than the terminal, cells wrap between words, and words that are still too long are cut. If the
/// columns would become too narrow or a cell too tall, each row becomes a block in which each cell starts a new line.
struct Table {
    private var headings: [String]
    private var rows: [[String]]
    private let rightAligned: Set<Int>

    /// The minimum width of a column with long words.
    private static let least = 12
    /// The maximum number of lines in a cell of a table with columns.
    private static let tallest = 5

    init(_ headings: [String], rightAligned: Set<Int> = [], _ rows: [[String]]) {
        self.headings = headings
        self.rightAligned = rightAligned
        self.rows = rows.map { $0.map { $0.namingUnprintables() } }
    }

    /// Names and values side by side, without empty values.
    init(facts: [(name: String, value: String)]) {
        self.init([], facts.filter { !$0.value.isEmpty }.map { [$0.name, $0.value] })
    }

    /// The lines, without trailing blanks, adapted to the terminal.
    func lines(indentedBy indent: Int = 0, on terminal: Terminal = .stdout) -> [String] {
        guard !terminal.isUnicode else { return lines(indentedBy: indent, width: terminal.columns) }
        var plain = self
        plain.headings = headings.map { ASCIIText.of($0) }
        plain.rows = rows.map { $0.map { ASCIIText.of($0) } }
        return plain.lines(indentedBy: indent, width: terminal.columns, ellipsis: ASCIIText.of("…"))
    }

    /// The lines, without trailing blanks.
    func lines(indentedBy indent: Int, width: Int?, ellipsis: String = "…") -> [String] {
        let all = (headings.isEmpty ? [] : [headings]) + rows
        let columns = all.map(\.count).max() ?? 0
        guard columns > 0 else { return [] }
        let natural = Self.most(in: all, columns) { DisplayWidth.of($0) }
        guard let width, indent + natural.reduce(0, +) + 2 * (columns - 1) > width else {
            return all.flatMap { lines(of: $0.map { [$0] }, natural, indent) }
        }
        let longest = Self.most(in: all, columns) { Words($0).longest }
        guard let widths = widths(natural, longest, room: width - indent - 2 * (columns - 1)) else {
            return stacked(indent, width, ellipsis)
        }
        let folded = all.map { row in
            row.enumerated().map { Self.folded($1, widths[$0], ellipsis) }
        }
        guard folded.allSatisfy({ $0.allSatisfy { $0.count <= Self.tallest } }) else {
            return stacked(indent, width, ellipsis)
        }
        return folded.flatMap { lines(of: $0, widths, indent) }
    }

    private static func most(in rows: [[String]], _ columns: Int, _ measure: (String) -> Int) -> [Int] {
        (0..<columns).map { column in rows.map { column < $0.count ? measure($0[column]) : 0 }.max() ?? 0 }
    }

    /// The column widths of a table that is wider than the terminal; `nil` if columns would become too narrow.
    private func widths(_ natural: [Int], _ longest: [Int], room: Int) -> [Int]? {
        let least = longest.indices.map { rightAligned.contains($0) ? longest[$0] : min(longest[$0], Self.least) }
        guard least.reduce(0, +) <= room else { return nil }
        // Prefer whole words to fewer lines.
        let isWhole = longest.reduce(0, +) <= room
        var widths = isWhole ? longest : least
        let limits = isWhole ? natural : longest
        for _ in 0..<(room - widths.reduce(0, +)) {
            let open = widths.indices.filter { widths[$0] < limits[$0] }
            guard let narrowest = open.min(by: { widths[$0] < widths[$1] }) else { break }
            widths[narrowest] += 1
        }
        return widths
    }

    private static func folded(_ cell: String, _ width: Int, _ ellipsis: String) -> [String] {
        var lines: [String] = []
        var line = ""
        var used = 0
        for word in Words(cell).words {
            let text = Cut.shortened(word.text, to: width, ellipsis: ellipsis)
            let (cells, blank) = (min(word.width, width), word.hasBlank && used > 0 ? 1 : 0)
            if used > 0, used + blank + cells > width {
                lines.append(line)
                (line, used) = (text, cells)
            } else {
                line += (blank > 0 ? " " : "") + text
                used += blank + cells
            }
        }
        return lines + [line]
    }

    private func lines(of row: [[String]], _ widths: [Int], _ indent: Int) -> [String] {
        (0..<(row.map(\.count).max() ?? 1)).map { number in
            var line = String(repeating: " ", count: indent)
            for (column, cell) in row.enumerated() {
                let text = number < cell.count ? cell[number] : ""
                let gap = String(repeating: " ", count: max(0, widths[column] - DisplayWidth.of(text)))
                line += rightAligned.contains(column) ? gap + text : text + gap
                line += "  "
            }
            return Self.trimmed(line)
        }
    }

    private static func trimmed(_ line: String) -> String {
        var line = line
        while line.hasSuffix(" ") { line.removeLast() }
        return line
    }

    /// The table with each row as a block, without empty cells.
    private func stacked(_ indent: Int, _ width: Int, _ ellipsis: String) -> [String] {
        let margin = String(repeating: " ", count: indent)
        let label = min(headings.map { DisplayWidth.of($0) }.max() ?? 0, width / 3)
        let start = headings.isEmpty ? 0 : label + 2
        let room = max(1, width - indent - start)
        var lines: [String] = []
        for (number, row) in rows.enumerated() {
            if number > 0 { lines.append("") }
            for (column, cell) in row.enumerated() where !cell.isEmpty {
                let heading = column < headings.count ? headings[column] : ""
                let name = Cut.shortened(heading, to: label, ellipsis: ellipsis)
                let gap = String(repeating: " ", count: max(0, start - DisplayWidth.of(name)))
                for (index, line) in Self.folded(cell, room, ellipsis).enumerated() {
                    let before = index == 0 ? name + gap : String(repeating: " ", count: start)
                    lines.append(Self.trimmed(margin + before + line))
                }
            }
        }
        return lines
    }
}

/// Ids as tables show them: unique prefixes, all of the same shortest possible length, as in version control systems.
struct ShortIDs {
    private let length: Int

    /// The minimum length, that of a UUID's first group.
    private static let shortest = 8

    init(_ ids: some Sequence<ServiceID>, isWhole: Bool = false) {
        let texts = Set(ids.map(\.description)).sorted()
        guard !isWhole else {
            length = .max
            return
        }
        // Sorted neighbors have the longest common prefixes.
        let shared = zip(texts, texts.dropFirst()).map { left, right in
            zip(left, right).prefix { $0 == $1 }.count
        }
        let needed = max(Self.shortest, (shared.max() ?? 0) + 1)
        // Don't end with a hyphen.
        length = texts.first.map { $0.dropFirst(needed - 1).first == "-" ? needed + 1 : needed } ?? needed
    }

    func text(_ id: ServiceID) -> String { String(id.description.prefix(length)) }
}
