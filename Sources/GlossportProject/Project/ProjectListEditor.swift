import GlossportReading

/// Adds entries to the lists in a project file's text and leaves every other line unchanged.
package struct ProjectListEditor {
    private var lines: [String]

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    var text: String { lines.joined(separator: "\n") }

    /// Lists a plugin, or changes the program of a listed one.
    ///
    /// - Parameters:
    ///   - id: The format's id.
    ///   - program: The program's path.
    ///   - text: The file's content.
    /// - Returns: The new text; `nil` if the list's style cannot be edited line by line.
    package static func list(_ id: String, program: String, in text: String) -> String? {
        var editor = ProjectListEditor(text)
        let entry = "\(id): \(ProjectTemplate.scalar(program))"
        let block = editor.block("readers")
        if let block,
            let line = block.lines.first(where: {
                editor.indentation(of: editor.lines[$0]) == block.step && editor.key(of: editor.lines[$0]) == id
            })
        {
            editor.lines[line] = String(repeating: " ", count: block.step) + entry
        } else {
            editor.append([entry], to: "readers", about: "Plugins that read other formats.")
        }
        let listed = (try? ProjectFile.readers(in: editor.text, path: "")) ?? []
        return listed.contains { $0.id == id && $0.program == program } ? editor.text : nil
    }

    /// Adds new deliveries, names of fields, expected locales and messages.
    ///
    /// - Parameters:
    ///   - draft: The entries to add.
    ///   - text: The file's content.
    /// - Returns: The new text, which the caller must parse to verify it; `nil` if there are expected locales to add
    ///   but no bracketed list `expected:`.
    package static func add(_ draft: ProjectDraft, to text: String) -> String? {
        var editor = ProjectListEditor(text)
        func entry(_ lines: [String]) -> [String] { lines.map { String($0.dropFirst(2)) } }
        for path in draft.deliveries {
            editor.append(entry(ProjectTemplate.delivery(path, draft)), to: "deliveries", about: "Files and folders.")
        }
        for message in draft.messages {
            editor.append(entry(ProjectTemplate.message(message, draft)), to: "messages", about: "Settings by message.")
        }
        if !draft.newNames.isEmpty { editor.name(ProjectTemplate.entries(draft.newNames)) }
        return draft.expected.isEmpty || editor.expect(draft.expected.map(\.code)) ? editor.text : nil
    }

    /// Adds entries to the group `fields:`; a missing group is written below `keys:`, or at the end of the file.
    private mutating func name(_ entries: [String]) {
        let added = entries.joined(separator: ", ")
        guard let line = lines.firstIndex(where: { $0.hasPrefix("fields:") }) else {
            let group = "fields: { \(added) }"
            if let keys = lines.firstIndex(where: { $0.hasPrefix("keys:") }) {
                lines.insert(group, at: keys + 1)
            } else {
                if lines.last == "" { lines.removeLast() }
                lines += [group, ""]
            }
            return
        }
        guard let open = lines[line].firstIndex(of: "{"), !lines[line][..<open].contains("#"),
            let close = lines[line][open...].firstIndex(of: "}")
        else {
            return append(entries, to: "fields", about: "Other names of fields in keys.")
        }
        let isEmpty = lines[line][open..<close].dropFirst().allSatisfy { $0 == " " }
        var end = close
        while end > open, lines[line][lines[line].index(before: end)] == " " { end = lines[line].index(before: end) }
        lines[line].replaceSubrange(end..<close, with: "\(isEmpty ? "" : ",") \(added) ")
    }

    /// Adds locales to the bracketed list after `expected:`.
    private mutating func expect(_ codes: [String]) -> Bool {
        guard let block = block("locales"),
            let start = block.lines.first(where: { key(of: lines[$0]) == "expected" && lines[$0].contains("[") }),
            let end = (start..<block.lines.upperBound).first(where: { lines[$0].contains("]") }),
            let bracket = lines[end].firstIndex(of: "]")
        else { return false }
        let added = codes.joined(separator: ", ")
        if end == start {
            lines[end].insert(contentsOf: ", " + added, at: bracket)
        } else {
            lines[end - 1] += (lines[end - 1].hasSuffix(",") ? " " : ", ") + added
        }
        return true
    }

    // MARK: Lines

    private struct Block {
        /// The lines from the list's key to the next top-level key, both excluded.
        var lines: Range<Int>
        var step: Int
    }

    private func block(_ name: String) -> Block? {
        guard let list = lines.firstIndex(where: { $0.hasPrefix(name + ":") }) else { return nil }
        let start = list + 1
        let end = lines[start...].firstIndex { !isBlank($0) && indentation(of: $0) == 0 && !$0.hasPrefix("-") }
        let inner = start..<(end ?? lines.count)
        let step = inner.first { !isBlank(lines[$0]) }.map { indentation(of: lines[$0]) }
        return Block(lines: inner, step: step ?? 2)
    }

    /// Appends an entry to a list; a missing list is created at the end of the file.
    mutating func append(_ entry: [String], to name: String, about comment: String) {
        if block(name) == nil {
            if lines.last == "" { lines.removeLast() }
            if lines.last?.isEmpty == false { lines.append("") }
            lines += ["# " + comment, name + ":", ""]
        }
        guard let block = block(name) else { return }
        let end = block.lines.last { !isBlank(lines[$0]) }.map { $0 + 1 } ?? block.lines.lowerBound
        let margin = String(repeating: " ", count: block.step)
        lines.insert(contentsOf: entry.map { margin + $0 }, at: end)
    }

    private func isBlank(_ line: String) -> Bool {
        guard let first = line.first(where: { $0 != " " }) else { return true }
        return first == "#"
    }

    private func indentation(of line: String) -> Int { line.prefix { $0 == " " }.count }

    private func key(of line: String) -> String? {
        let text = line.drop { $0 == " " }
        return text.firstIndex(of: ":").map { String(text[..<$0]) }
    }
}
