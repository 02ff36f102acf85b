import GlossportChecking

/// Proposes `locales.also` to a project that does not have it yet.
enum CopyProposal {
    /// Names the locales without texts whose customers could read those of another one.
    static func tell(of delivered: Set<StoreLocale>, for project: Project) {
        guard project.locales.originals.isEmpty, let copies = StoreLocale.proposedCopies(of: delivered) else { return }
        Output.talk(
            "Other locales of these languages have no texts. To use the same texts there, write under `locales:`"
        )
        Output.talk("  also: \(copies)")
    }
}
