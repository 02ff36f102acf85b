import GlossportChecking

/// Proposes `locales.also` to a project that does not have it yet.
enum CopyProposal {
    /// Names the locales without texts whose customers could read those of another one.
    static func tell(of delivered: Set<StoreLocale>, for project: Project) {
        guard project.locales.originals.isEmpty, let copies = StoreLocale.proposedCopies(of: delivered) else { return }
        Output.talk(
            "Other locales of these languages show nothing. To show them the same texts, write under `locales:`"
        )
        Output.talk("  also: \(copies)")
    }
}
