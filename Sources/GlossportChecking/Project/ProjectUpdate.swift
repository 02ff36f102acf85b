import GlossportReading

/// Puts what has come since into the text of a project file, and leaves every other line as it is.
package enum ProjectUpdate {
    /// Adds deliveries, locales and messages.
    ///
    /// - Parameters:
    ///   - text: The file.
    ///   - draft: What is to be added: deliveries, expected locales and messages.
    /// - Returns: The new text; `nil` if the file is written in a way that can't be edited line by line.
    package static func text(_ text: String, adding draft: ProjectDraft) -> String? {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        let deliveries = draft.deliveries.flatMap { ProjectTemplate.delivery($0, draft) }
        guard append(deliveries, to: "deliveries", of: &lines, isItem: { $0.hasPrefix("- ") }),
            append(
                draft.messages.flatMap { ProjectTemplate.message($0, draft) },
                to: "messages",
                of: &lines,
                isItem: { _ in true }
            ),
            expect(draft.expected.map(\.code), in: &lines)
        else { return nil }
        return lines.joined(separator: "\n")
    }

    /// Adds lines, which begin with two blanks, to the end of a section whose entries do so, too.
    private static func append(
        _ added: [String],
        to section: String,
        of lines: inout [String],
        isItem: (Substring) -> Bool
    ) -> Bool {
        guard !added.isEmpty else { return true }
        guard let range = range(of: section, in: lines),
            let first = lines[range].dropFirst().first(where: { !isBlank($0) }),
            first.hasPrefix("  "), first.dropFirst(2).first != " ", isItem(first.dropFirst(2)),
            let last = range.last(where: { !isBlank(lines[$0]) })
        else { return false }
        lines.insert(contentsOf: added, at: last + 1)
        return true
    }

    /// Adds locales to the list between brackets that follows `expected:`.
    private static func expect(_ codes: [String], in lines: inout [String]) -> Bool {
        guard !codes.isEmpty else { return true }
        guard let range = range(of: "locales", in: lines),
            let start = range.first(where: { lines[$0].drop { $0 == " " }.hasPrefix("expected: [") }),
            let end = (start..<range.upperBound).first(where: { lines[$0].contains("]") }),
            let bracket = lines[end].firstIndex(of: "]")
        else { return false }
        if end == start {
            lines[end].insert(contentsOf: ", " + codes.joined(separator: ", "), at: bracket)
        } else {
            lines[end - 1] += (lines[end - 1].hasSuffix(",") ? " " : ", ") + codes.joined(separator: ", ")
        }
        return true
    }

    /// The lines of a top-level key, its own included.
    private static func range(of key: String, in lines: [String]) -> Range<Int>? {
        guard let start = lines.firstIndex(where: { $0.hasPrefix(key + ":") }) else { return nil }
        let rest = lines[(start + 1)...]
        return
            start..<(rest.firstIndex { $0.first.map { $0 != " " && $0 != "#" && $0 != "-" && $0 != "]" } ?? false }
            ?? lines.count)
    }

    private static func isBlank(_ line: String) -> Bool { line.first { $0 != " " }.map { $0 == "#" } ?? true }
}
