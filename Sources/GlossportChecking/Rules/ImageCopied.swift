import GlossportProject
import GlossportReading

enum ImageCopied: Rule {
    static let description = RuleDescription(
        "image-copied",
        .warning,
        """
        Two image files are identical. Often one was copied in order to be localized, but was not changed. Only one of them is uploaded.
        """
    )
    static let triggering = [
        RuleExample(
            "the German image is the French one",
            "",
            images: .example(
                ["de-DE", "fr-FR"].map { ("images/keep/\($0).png", PNGInspection(width: 3_840, height: 160)) },
                sha256: { _ in "same" }
            )
        )
    ]
    static let nonTriggering = [
        RuleExample(
            "two images",
            "",
            images: .example(
                ["de-DE", "fr-FR"].map { ("images/keep/\($0).png", PNGInspection(width: 3_840, height: 160)) }
            )
        )
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        let readable = files(catalog).filter { !$0.sha256.isEmpty }
        return Dictionary(grouping: readable, by: { [$0.key.size.rawValue, $0.sha256] }).values.flatMap { same in
            same.dropFirst().map { file in
                finding(
                    "The image is the same as \(same[0].source.path), byte for byte.",
                    remedy:
                        "Replace one of them, or use one file for both: a path without {locale} serves all locales.",
                    file
                )
            }
        }
    }
}
