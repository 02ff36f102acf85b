import GlossportChecking

/// Messages that no product shows: what is uploaded and approved is seen by nobody for that alone.
enum UnshownMessages {
    /// What is said of them, as lines for people.
    ///
    /// - Parameters:
    ///   - names: The messages that a command is about.
    ///   - project: Which products show which.
    /// - Returns: Nothing if each has a product, or is shown beside an offer or a plan.
    static func lines(_ names: some Sequence<String>, of project: Project) -> [String] {
        let unshown = Set(names).filter { name in
            let message = project.messages[name] ?? Project.Message()
            return message.kind == .text && message.defaultFor.isEmpty
        }.sorted()
        guard !unshown.isEmpty else { return [] }
        let shown = unshown.prefix(3).joined(separator: ", ")
        let more = unshown.count > 3 ? " and \(unshown.count - 3) more" : ""
        return [
            "No product shows \(shown)\(more): customers see it only if the project file names products under `defaultFor:`, or your own server answers Apple with its id."
        ]
    }
}
