import GlossportReading

extension ProjectListEditor {
    /// Adds decisions under `accept:`.
    ///
    /// - Parameters:
    ///   - decisions: The decisions, each with a comment for readers of the file.
    ///   - text: The file's content.
    /// - Returns: The new text; `nil` if the list's style cannot be edited line by line.
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
}

extension ProjectFile {
    /// The decisions under `accept:`; the rest of the file is ignored.
    fileprivate static func acceptances(in text: String) -> [Acceptance] {
        let root = YAMLNode.parse(text, problems: ProblemList(path: ""))
        return acceptances(root?.mapping?.first { $0.key == "accept" }?.value.sequence ?? [])
    }
}

extension Acceptance {
    /// Whether another decision is equal, apart from its place in the file.
    fileprivate func isSame(as other: Acceptance) -> Bool {
        (finding, by, why, until) == (other.finding, other.by, other.why, other.until)
    }
}
