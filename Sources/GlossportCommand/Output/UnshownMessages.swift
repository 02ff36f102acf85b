/// Messages that no product shows: uploaded and approved, they are still seen by no customer.
enum UnshownMessages {
    /// The lines for people.
    static func lines(_ unshown: [String]) -> [String] {
        guard !unshown.isEmpty else { return [] }
        let shown = unshown.prefix(3).joined(separator: ", ")
        let more = unshown.count > 3 ? " and \(unshown.count - 3) more" : ""
        return [
            "No product shows \(shown)\(more): customers see it only if the project file names products under `defaultFor:` or your own server returns its id."
        ]
    }
}
