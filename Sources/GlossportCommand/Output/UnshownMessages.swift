import GlossportChecking

/// Messages that no product shows: what is uploaded and approved is seen by nobody for that alone.
enum UnshownMessages {
    /// Which have no product, and are not shown beside an offer or a plan either.
    ///
    /// - Parameters:
    ///   - names: The messages that a command is about.
    ///   - project: Which products show which.
    /// - Returns: Their names, sorted.
    static func names(among names: some Sequence<String>, of project: Project) -> [String] {
        Set(names).filter { name in
            let message = project.messages[name] ?? Project.Message()
            return message.kind == .text && message.defaultFor.isEmpty
        }.sorted()
    }

    /// What is said of them, as lines for people.
    static func lines(_ unshown: [String]) -> [String] {
        guard !unshown.isEmpty else { return [] }
        let shown = unshown.prefix(3).joined(separator: ", ")
        let more = unshown.count > 3 ? " and \(unshown.count - 3) more" : ""
        return [
            "No product shows \(shown)\(more): customers see it only if the project file names products under `defaultFor:`, or your own server answers Apple with its id."
        ]
    }
}
