import GlossportReading

/// Adds entries to the lists of a project file's text, and leaves every other line as it is.
package struct ProjectListEditor {
    private var lines: [String]

    private init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private var text: String { lines.joined(separator: "\n") }

    /// Sets command and fingerprint of a reader, and lists it where it is not listed yet.
    ///
    /// - Parameters:
    ///   - key: The name of the entry; see ``ListedReader/key``.
    ///   - command: The program to run.
    ///   - sha256: The fingerprint.
    ///   - text: The file.
    /// - Returns: The new text; `nil` if the list is written in a way that can't be edited line by line.
    package static func pin(_ key: String, command: [String], sha256: String, in text: String) -> String? {
        var editor = ProjectListEditor(text)
        let commandLine = "command: [\(command.joined(separator: ", "))]"
        if let own = editor.entry(key, of: "readers") {
            if !isListed(command, key, in: text), editor.line("command", of: own) != nil {
                editor.set("command", to: commandLine, in: own)
            }
            editor.set("sha256", to: "sha256: \(sha256)", in: own)
        } else {
            editor.append(
                ["\(key):", "  \(commandLine)", "  sha256: \(sha256)"],
                to: "readers",
                about: "Programs that read other formats; each runs only while its hash matches the trusted one."
            )
        }
        return isListed(command, key, sha256, in: editor.text) ? editor.text : nil
    }

    /// Adds decisions under `accept:`.
    ///
    /// - Parameters:
    ///   - decisions: The decisions, each with a remark for people who read the file.
    ///   - text: The file.
    /// - Returns: The new text; `nil` if the list is written in a way that can't be edited line by line.
    package static func accept(_ decisions: [(acceptance: Acceptance, remark: String)], in text: String) -> String? {
        var editor = ProjectListEditor(text)
        for (acceptance, remark) in decisions {
            var entry = [
                "- finding: \(ProjectTemplate.scalar(acceptance.finding.description))  # \(remark.namingUnprintables())",
                "  by: \(ProjectTemplate.scalar(acceptance.by))", "  why: \(ProjectTemplate.scalar(acceptance.why))",
            ]
            if let until = acceptance.until { entry.append("  until: \(until)") }
            editor.append(entry, to: "accept", about: "Accepted findings; each counts again when its text changes.")
        }
        let isListed = ProjectFile.acceptances(in: editor.text).suffix(decisions.count)
            .elementsEqual(decisions) { $0.isSame(as: $1.acceptance) }
        return isListed ? editor.text : nil
    }

    /// Adds what has come since: deliveries, expected locales and messages.
    ///
    /// - Parameters:
    ///   - draft: The entries to add.
    ///   - text: The file, which has a list for each of them.
    /// - Returns: The new text, which is to be parsed before it is believed; `nil` if the expected locales are not between brackets.
    package static func add(_ draft: ProjectDraft, to text: String) -> String? {
        var editor = ProjectListEditor(text)
        func entry(_ lines: [String]) -> [String] { lines.map { String($0.dropFirst(2)) } }
        for path in draft.deliveries {
            editor.append(entry(ProjectTemplate.delivery(path, draft)), to: "deliveries", about: "Files and folders.")
        }
        for message in draft.messages {
            editor.append(entry(ProjectTemplate.message(message, draft)), to: "messages", about: "Settings by message.")
        }
        return draft.expected.isEmpty || editor.expect(draft.expected.map(\.code)) ? editor.text : nil
    }

    /// Adds locales to the list between brackets that follows `expected:`.
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
        /// The lines below the list's own.
        var lines: Range<Int>
        /// The indentation of its entries.
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

    /// Adds an entry at the end of a list, which is made at the end of the file where it is missing.
    private mutating func append(_ entry: [String], to name: String, about comment: String) {
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

    /// The lines of a list's entry, its first line included.
    private func entry(_ key: String, of name: String) -> Range<Int>? {
        guard let block = block(name),
            let own = block.lines.first(where: {
                indentation(of: lines[$0]) == block.step && self.key(of: lines[$0]) == key
            })
        else { return nil }
        let end = lines[(own + 1)..<block.lines.upperBound].firstIndex {
            !isBlank($0) && indentation(of: $0) <= block.step
        }
        return own..<(end ?? block.lines.upperBound)
    }

    private func members(of entry: Range<Int>) -> [Int] { entry.dropFirst().filter { !isBlank(lines[$0]) } }

    private func margin(of entry: Range<Int>) -> Int {
        members(of: entry).first.map { indentation(of: lines[$0]) } ?? 2 * indentation(of: lines[entry.lowerBound])
    }

    /// The line of an entry's member.
    private func line(_ key: String, of entry: Range<Int>) -> Int? {
        let margin = margin(of: entry)
        return members(of: entry).first { indentation(of: lines[$0]) == margin && self.key(of: lines[$0]) == key }
    }

    private mutating func set(_ key: String, to text: String, in entry: Range<Int>) {
        let new = String(repeating: " ", count: margin(of: entry)) + text
        if let old = line(key, of: entry) {
            lines[old] = new
        } else {
            lines.insert(new, at: (members(of: entry).last ?? entry.lowerBound) + 1)
        }
    }

    private static func isListed(_ command: [String], _ key: String, _ sha256: String? = nil, in text: String) -> Bool {
        let readers = (try? ProjectFile.readers(in: text, path: "", isOwn: true)) ?? []
        return readers.contains { $0.key == key && $0.command == command && (sha256 == nil || $0.sha256 == sha256) }
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
