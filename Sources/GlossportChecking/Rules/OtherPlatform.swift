import GlossportProject
import GlossportReading

enum OtherPlatform: TextRule {
    static let description = RuleDescription(
        "other-platform",
        .warning,
        """
        The text names another platform or store, such as Android or Google Play. App Review refuses this in apps' metadata; for \
        messages of this API, Apple has published no rule. Usually the text was written for another store.
        """
    )
    static let issue = QualityIssue.nonConformance
    static let triggering = [RuleExample("a store", "keep.body [de-DE] = Auch bei Google Play")]
    static let nonTriggering = [RuleExample("other words", "keep.body [en-US] = Play all day, androids and windows")]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard
            let name = names.first(where: {
                WordSearch.contains($0, in: text.text, matchesCase: true)
            })
        else { return nil }
        return finding(
            text,
            "names \(name).",
            remedy: "Have it written for Apple's platforms.",
            request: "Leave out \(name): the text is shown on Apple's devices only.",
            marking: .words(name)
        )
    }

    private static let names = [
        "Google Play", "Play Store", "Android", "Galaxy Store", "Samsung Galaxy", "Huawei", "AppGallery", "BlackBerry",
        "Windows Phone", "Amazon Appstore", "Chromebook", "Microsoft Store",
    ]
}
