import GlossportProject
import GlossportReading

enum NothingToImport: Rule {
    static let description = RuleDescription(
        "nothing-to-import",
        .error,
        """
        Units were read, but none of them belongs to a retention message. Usually `keys:` in the project file does not match the \
        vendor's keys, `messages:` lists other names, or the files belong to another part of the app. Without this error, an empty \
        import would end with success.
        """
    )
    private static let otherPattern: Project = {
        var project = Project(app: "com.example.app")
        project.keys = KeyPattern("x_{message}_{field}") ?? .standard
        return project
    }()
    static let triggering = [
        RuleExample("a pattern that fits no key", "keep.header [de-DE] = Bleib", project: otherPattern),
        RuleExample("other strings of the app", "settings.title [de-DE] = Einstellungen"),
    ]
    static let nonTriggering = [
        RuleExample(
            "other strings beside a message",
            "settings.title [de-DE] = Einstellungen\nkeep.header [de-DE] = Bleib"
        )
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        guard catalog.records.isEmpty, catalog.locales.isEmpty, let first = catalog.otherKeys.first.first else {
            return []
        }
        let count = catalog.otherKeys.count
        return [
            finding(
                "\(count == 1 ? "1 unit was" : "\(count) units were") read, but none belongs to a message; a key is “\(catalog.otherKeys.first.map(\.key).exampleKey ?? first.key)”.",
                remedy: remedy(catalog.otherKeys.first.map(\.key), project),
                at: first.location
            )
        ]
    }

    /// The remedy, as specific as the keys allow.
    private static func remedy(_ keys: [String], _ project: Project) -> String {
        if let pattern = KeyPattern.proposed(for: keys), pattern.description != project.keys.description {
            return "Write `keys: \"\(pattern)\"` in the project file."
        }
        if let pattern = KeyPattern.proposedWithOtherNames(for: keys) {
            let names = pattern.otherNames.keys.sorted()
            let fields = ProjectTemplate.fields(of: pattern).map { "`\($0)`" } ?? ""
            let keys = pattern.description == project.keys.description ? "" : " and `keys: \"\(pattern)\"`"
            return
                "The keys call fields \(names.map { "“\($0)”" }.joined(separator: " and ")): write \(fields)\(keys) in the project file."
        }
        for key in keys {
            guard case .unknownField(let message, let name) = project.keys.match(key),
                let field = Field.meant(by: name).first
            else { continue }
            let better = project.keys.key(message: message, field: field)
            return "“\(name)” is not a field: ask the vendor for keys such as “\(better)”."
        }
        return "Compare the vendor's keys with `keys: \"\(project.keys)\"` and `messages:` in the project file."
    }
}
