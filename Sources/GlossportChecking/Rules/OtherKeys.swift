import GlossportReading

/// A file whose keys follow another pattern than the project's.
enum OtherKeys: Rule {
    static let description = RuleDescription(
        "other-keys",
        .warning,
        """
        No unit of the file belongs to a message, but most of its keys would with another pattern. Vendors differ in their \
        patterns: `keep_header` or `keep.header`. Write this one as `keys:` beside the delivery's `path:`; otherwise nothing in the \
        file is imported.
        """
    )
    static let audience = Finding.Audience.teamAlone
    static let triggering = [
        RuleExample(
            "underscores in one of two files",
            "a/keep.header [de-DE] = Bleib\nb/keep_header [fr-FR] = Restez\nb/keep_body [fr-FR] = Tout reste"
        )
    ]
    static let nonTriggering = [
        RuleExample(
            "other strings of the app",
            "a/keep.header [de-DE] = Bleib\nb/settings_title [fr-FR] = Réglages\nb/login_button [fr-FR] = Connexion"
        )
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        // Where nothing at all is imported, that is said with the pattern.
        guard !catalog.records.isEmpty else { return [] }
        return catalog.otherKeyFiles.map { file in
            finding(
                "None of the units of \(file.first.path) belongs to a message; the keys look like \(file.pattern).",
                remedy: "Give the file its own entry under `deliveries:`, with `keys: \"\(file.pattern)\"`.",
                at: file.first
            )
        }
    }
}
