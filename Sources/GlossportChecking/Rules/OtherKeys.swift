import GlossportProject
import GlossportReading

enum OtherKeys: Rule {
    static let description = RuleDescription(
        "other-keys",
        .warning,
        """
        No unit of the file belongs to a message, but most of its keys would with another pattern. Vendors differ in their \
        patterns: `keep_header` or `keep.header`. Write this one as `keys:` beside the delivery's `path:`; otherwise nothing in the \
        file is imported. \
        If the vendor writes messages' names differently, such as `keep_annual_header` for `keep-annual`, the vendor must correct them.
        """
    )
    static let triggering = [
        RuleExample(
            "underscores in one of two files",
            "a/keep.header [de-DE] = Bleib\nb/keep_header [fr-FR] = Restez\nb/keep_body [fr-FR] = Tout reste"
        ),
        RuleExample(
            "underscores in the messages' names, too",
            "a/keep-annual.header [de-DE] = Bleib\nb/keep_annual_header [fr-FR] = Restez\nb/keep_annual_body [fr-FR] = Tout reste",
            project: {
                var project = Project(app: "com.example.app")
                project.messages = ["keep-annual": Project.Message()]
                return project
            }()
        ),
    ]
    static let nonTriggering = [
        RuleExample(
            "other strings of the app",
            "a/keep.header [de-DE] = Bleib\nb/settings_title [fr-FR] = Réglages\nb/login_button [fr-FR] = Connexion"
        )
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        // If nothing is imported at all, `nothing-to-import` suggests the pattern.
        guard !catalog.records.isEmpty else { return [] }
        let names = project.messages.isEmpty ? Set(catalog.records.map(\.message)) : Set(project.messages.keys)
        return catalog.otherKeyFiles.map { file in
            if let (theirs, ours) = file.respelling(of: names) {
                return finding(
                    "None of the units of \(file.first.path) belongs to a message; the keys look like \(file.pattern) and name “\(theirs)”, not “\(ours)”.",
                    remedy: "Ask the vendor for the keys that the project uses.",
                    at: file.first
                )
            }
            return finding(
                "None of the units of \(file.first.path) belongs to a message; the keys look like \(file.pattern).",
                remedy: "Give the file its own entry under `deliveries:`, with `keys: \"\(file.pattern)\"`.",
                at: file.first
            )
        }
    }
}
