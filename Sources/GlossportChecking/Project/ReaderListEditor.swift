import GlossportReading

/// Writes a trusted reader into the text of a project file, and leaves every other line as it is.
package enum ReaderListEditor {
    /// Sets command and fingerprint of a reader, and lists it where it is not listed yet.
    ///
    /// - Parameters:
    ///   - id: The format's id.
    ///   - command: What to run.
    ///   - sha256: The fingerprint.
    ///   - text: The file.
    /// - Returns: The new text; `nil` if the list is written in a way that can't be edited line by line.
    package static func pin(_ id: String, command: [String], sha256: String, in text: String) -> String? {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        guard let list = lines.firstIndex(where: { $0.hasPrefix("readers:") }) else {
            if lines.last == "" { lines.removeLast() }
            if lines.last?.isEmpty == false { lines.append("") }
            lines += ["# Programs that read other formats; each is run only while it is what was trusted.", "readers:"]
            lines += entry(id, command, sha256, indentedBy: 2) + [""]
            return checked(lines, id, command, sha256)
        }
        let end = lines[(list + 1)...].firstIndex { !isBlank($0) && indentation(of: $0) == 0 } ?? lines.count
        let inner = (list + 1)..<end
        let step = inner.first { !isBlank(lines[$0]) }.map { indentation(of: lines[$0]) } ?? 2
        guard let own = inner.first(where: { indentation(of: lines[$0]) == step && key(of: lines[$0]) == id }) else {
            lines.insert(contentsOf: entry(id, command, sha256, indentedBy: step), at: list + 1)
            return checked(lines, id, command, sha256)
        }
        let ownEnd = lines[(own + 1)..<end].firstIndex { !isBlank($0) && indentation(of: $0) <= step } ?? end
        let members = ((own + 1)..<ownEnd).filter { !isBlank(lines[$0]) }
        let memberStep = members.first.map { indentation(of: lines[$0]) } ?? 2 * step
        func member(_ name: String) -> Int? {
            members.first { indentation(of: lines[$0]) == memberStep && key(of: lines[$0]) == name }
        }
        let margin = String(repeating: " ", count: memberStep)
        if !isListed(command, id, in: text), let old = member("command") {
            lines[old] = "\(margin)command: [\(command.joined(separator: ", "))]"
        }
        if let old = member("sha256") {
            lines[old] = "\(margin)sha256: \(sha256)"
        } else {
            lines.insert("\(margin)sha256: \(sha256)", at: (members.last ?? own) + 1)
        }
        return checked(lines, id, command, sha256)
    }

    private static func entry(_ id: String, _ command: [String], _ sha256: String, indentedBy step: Int) -> [String] {
        let outer = String(repeating: " ", count: step)
        let inner = outer + "  "
        return ["\(outer)\(id):", "\(inner)command: [\(command.joined(separator: ", "))]", "\(inner)sha256: \(sha256)"]
    }

    /// The text, if it says what it was meant to say.
    private static func checked(_ lines: [String], _ id: String, _ command: [String], _ sha256: String) -> String? {
        let text = lines.joined(separator: "\n")
        return isListed(command, id, sha256, in: text) ? text : nil
    }

    private static func isListed(_ command: [String], _ id: String, _ sha256: String? = nil, in text: String) -> Bool {
        let readers = (try? ProjectFile.readers(in: text, path: "")) ?? []
        return readers.contains { $0.id == id && $0.command == command && (sha256 == nil || $0.sha256 == sha256) }
    }

    private static func isBlank(_ line: String) -> Bool {
        guard let first = line.first(where: { $0 != " " }) else { return true }
        return first == "#"
    }

    private static func indentation(of line: String) -> Int { line.prefix { $0 == " " }.count }

    private static func key(of line: String) -> String? {
        let text = line.drop { $0 == " " }
        return text.firstIndex(of: ":").map { String(text[..<$0]) }
    }
}
