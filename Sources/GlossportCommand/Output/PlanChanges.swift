import GlossportChecking
import GlossportImporting
import GlossportReading

/// The changes by a plan's uploads, text by text: new texts, and old texts with their replacements.
struct PlanChanges {
    private let changed: [Entry]
    private let new: [Entry]
    private let path: (ServiceID) -> String

    /// A message to upload.
    private struct Entry {
        var item: Item
        var changes: [FieldChange]
    }

    /// The number of changed and of new messages shown with their texts, unless all are wanted.
    private static let shown = (changed: 8, new: 4)
    /// The number of names in a list that ends with “and 18 more”.
    private static let named = 6

    init(_ plan: Plan, _ former: FormerMessages, images: [Item]) {
        var (changed, new): ([Entry], [Entry]) = ([], [])
        for planned in plan.items where planned.action == .upload {
            guard let texts = planned.item.texts else { continue }
            let before = former.former(of: planned.item)?.texts
            let entry = Entry(item: planned.item, changes: FieldChange.changes(from: before, to: texts))
            if before == nil { new.append(entry) } else { changed.append(entry) }
        }
        (self.changed, self.new) = (changed, new)
        let paths = Dictionary(images.compactMap { item in item.image.map { (item.id, $0.path) } }) { first, _ in first
        }
        path = { paths[$0] ?? former.path(of: $0) ?? "\($0)" }
    }

    /// The lines, with a blank one behind each part.
    func lines(folds: Bool, verbose: Bool, on terminal: Terminal) -> [String] {
        var lines: [String] = []
        let few = changed.prefix(folds ? Self.shown.changed : .max)
        for entry in few {
            lines.append("  ~ " + title(entry, verbose: verbose))
            lines += texts(entry.changes, on: terminal)
        }
        let rest = changed.dropFirst(few.count)
        if !rest.isEmpty {
            lines.append(
                "  … and \(Plural.grouped(rest.count)) more changed (\(Self.summary(rest))): \(PlanReport.all)"
            )
        }
        if !lines.isEmpty { lines.append("") }
        let added =
            folds
            ? folded(on: terminal)
            : new.flatMap { entry in
                ["  + " + title(entry, verbose: verbose)] + texts(entry.changes, on: terminal)
            }
        return lines + added + (added.isEmpty ? [] : [""])
    }

    /// The new messages, each with its text in one locale.
    private func folded(on terminal: Terminal) -> [String] {
        var lines: [String] = []
        let groups = Self.byMessage(new[...])
        for (message, entries) in groups.prefix(Self.shown.new) {
            let example = entries.first { $0.item.locale == "en-US" } ?? entries.first
            let locales = Plural.few(entries.map(\.item.locale), Self.named)
            lines.append(
                entries.count == 1
                    ? "  + \(message) \(locales), new" : "  + \(message), new in \(entries.count) locales: \(locales)"
            )
            guard let example else { continue }
            let few = example.changes.filter { ["header", "body"].contains($0.field) }
            lines += texts(few, in: entries.count > 1 ? example.item.locale : nil, on: terminal)
        }
        let rest = groups.dropFirst(Self.shown.new)
        let count = rest.reduce(0) { $0 + $1.entries.count }
        if count > 0 {
            lines.append(
                "  … and \(Plural.grouped(count)) more new ones of \(Plural.of(rest.count, "message")): \(PlanReport.all)"
            )
        } else if lines.count > 0 {
            lines.append("  `glossport plan --all` shows all fields in all locales.")
        }
        return lines
    }

    private func title(_ entry: Entry, verbose: Bool) -> String {
        let place = entry.item.source.map { "  \($0)" } ?? ""
        return entry.item.titleWithOrigin.namingUnprintables() + (verbose ? "  \(entry.item.id)\(place)" : "")
    }

    /// Fields with their texts; the names are beside them if there is room.
    private func texts(_ changes: [FieldChange], in locale: String? = nil, on terminal: Terminal) -> [String] {
        let labels = changes.map { change in change.field + (locale.map { " (\($0))" } ?? "") }
        let label = labels.map { DisplayWidth.of($0) }.max() ?? 0
        let isNarrow = terminal.columns.map { $0 < label + 46 } ?? false
        let start = isNarrow ? 8 : 6 + label + 2
        return zip(changes, labels).flatMap { change, name in
            var text = TextChange(old: change.old.map(shown), new: change.new.map(shown))
            if text.old == text.new, case .image(let old)? = change.old, case .image(let new)? = change.new {
                // Another picture in the same file.
                let ids = ShortIDs([old, new])
                text = TextChange(
                    old: "\(shown(.image(old))) (\(ids.text(old)))",
                    new: "\(shown(.image(new))) (\(ids.text(new)))"
                )
            }
            var lines = text.lines(indentedBy: start, width: terminal.columns, on: terminal)
            let heading = "      " + name
            guard !isNarrow, let first = lines.first else { return [heading] + lines }
            let gap = String(repeating: " ", count: start - DisplayWidth.of(heading))
            lines[0] = heading + gap + first.dropFirst(start)
            return lines
        }
    }

    private func shown(_ value: FieldChange.Value) -> String {
        switch value {
        case .text(let text): text.namingUnprintables()
        case .image(let id): path(id).namingUnprintables()
        }
    }

    // MARK: In few words

    private static func byMessage(_ entries: ArraySlice<Entry>) -> [(message: String, entries: [Entry])] {
        var groups: [(message: String, entries: [Entry])] = []
        for entry in entries {
            if groups.last?.message == entry.item.message {
                groups[groups.count - 1].entries.append(entry)
            } else {
                groups.append((entry.item.message, [entry]))
            }
        }
        return groups
    }

    /// `keep-annual in 22 locales, keep-monthly in 3 locales and 88 more messages`.
    private static func summary(_ entries: ArraySlice<Entry>) -> String {
        let groups = byMessage(entries)
        let few = groups.prefix(3).map { group in
            group.entries.count == 1
                ? group.entries[0].item.title : "\(group.message) in \(group.entries.count) locales"
        }
        return few.joined(separator: ", ")
            + (groups.count > 3 ? " and \(Plural.of(groups.count - 3, "more message"))" : "")
    }

    /// How many uploads each locale has, in a sentence; `nil` if there is one locale or none.
    var byLocale: String? {
        let counts = Dictionary(grouping: changed + new, by: \.item.locale).mapValues(\.count)
        guard counts.count > 1, let most = counts.values.max() else { return nil }
        if counts.values.allSatisfy({ $0 == most }) {
            return "\(Plural.grouped(most)) to upload in each of \(counts.count) locales."
        }
        let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        return "To upload by locale: " + Plural.few(sorted.map { "\($0.key) \(Plural.grouped($0.value))" }, 10) + "."
    }
}

/// Two texts, with the words in which they differ.
///
/// Each text stays on lines of its own, behind a sign: whichever way a script runs, it can be read without knowing colours.
struct TextChange {
    var old: String?
    var new: String?

    /// The lines, `- ` before what was and `+ ` before what is to be.
    func lines(indentedBy indent: Int, width: Int?, on terminal: Terminal) -> [String] {
        let words = (old.map { Words($0).words } ?? [], new.map { Words($0).words } ?? [])
        let difference = words.1.map(\.text).difference(from: words.0.map(\.text))
        var changed: (removed: Set<Int>, inserted: Set<Int>) = ([], [])
        // Where there is nothing to compare with, all would be marked, which marks nothing.
        if old != nil, new != nil {
            for change in difference {
                switch change {
                case .remove(let offset, _, _): changed.removed.insert(offset)
                case .insert(let offset, _, _): changed.inserted.insert(offset)
                }
            }
        }
        func lines(_ sign: String, _ words: [Words.Word], _ marked: Set<Int>, _ color: Terminal.Color) -> [String] {
            var text = ""
            for (index, word) in words.enumerated() {
                text +=
                    (word.hasBlank ? " " : "") + (marked.contains(index) ? terminal.paint(word.text, color) : word.text)
            }
            let margin = String(repeating: " ", count: indent)
            let sign = terminal.paint(sign, color)
            guard let width else { return [margin + sign + " " + text] }
            let folded = Paragraph.lines(text, indentedBy: 0, width: max(8, width - indent - 2))
            return (folded.isEmpty ? [""] : folded).enumerated().map { number, line in
                margin + (number == 0 ? sign : " ") + " " + line
            }
        }
        // Blanks are not shown as they are.
        let isHidden = old != nil && new != nil && difference.isEmpty && old != new
        return (old == nil ? [] : lines("-", words.0, changed.removed, .red))
            + (new == nil ? [] : lines("+", words.1, changed.inserted, .green))
            + (isHidden ? [String(repeating: " ", count: indent + 2) + "(only white space differs)"] : [])
    }
}
