import GlossportReading

/// A translation that is the same as its source.
enum TargetEqualsSource: Rule {
    static let description = RuleDescription(
        "target-equals-source",
        .warning,
        """
        The translation is identical to the source text, although its locale has another language. Usually the unit was copied and \
        never translated. Texts that consist only of names are the same everywhere; turn the rule off if you have many.
        """
    )
    static let issue = QualityIssue.untranslated
    static let request: String? = "Please translate it, or confirm that it is intended."
    private static let english: Project = {
        var project = Project(app: "com.example.app")
        project.locales.source = StoreLocale("en-US")
        return project
    }()
    static let triggering = [
        RuleExample("copied, not translated", "keep.header [de-DE] = Stay with us << Stay with us")
    ]
    static let nonTriggering = [
        RuleExample("translated", "keep.header [de-DE] = Bleib bei uns << Stay with us"),
        RuleExample("English stays English", "keep.header [en-GB] = Stay with us << Stay with us", project: english),
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        let language = catalog.languageOfSources
        return catalog.records.filter { $0.locale.guessable != language }.flatMap { record in
            record.texts.filter { $0.value.text != nil && $0.value.text == $0.value.source }.map { field, value in
                finding(
                    "\(field.name) of \(record.message) in \(record.locale) is the same as its source.",
                    remedy: "Ask the vendor whether it was translated.",
                    record,
                    field,
                    at: value.location
                )
            }
        }
    }
}
