import GlossportProject
import GlossportReading

/// Messages that no product shows: customers see them only if the developer's own server returns their ids.
enum UnshownMessages {
    static func lines(_ unshown: [String]) -> [String] {
        guard !unshown.isEmpty else { return [] }
        return [
            "No product shows \(Plural.few(unshown, 3)): customers see it only if the project file names products under `defaultFor:` or your own server returns its id."
        ]
    }
}

/// Proposes `locales.also` to a project that does not use it yet.
enum CopyProposal {
    /// Prints a proposal for the locales without texts whose customers could read the texts of another locale; prints
    /// nothing if there are no such locales.
    static func show(_ delivered: Set<StoreLocale>, for project: Project) {
        guard project.locales.originals.isEmpty, let copies = StoreLocale.proposedCopies(of: delivered) else { return }
        Output.report(
            "Other locales of these languages have no texts. To use the same texts there, write under `locales:`"
        )
        Output.report("  also: \(copies)")
    }
}
