import GlossportProject
import GlossportReading

enum ImageAnimated: Rule {
    static let description = RuleDescription(
        "image-animated",
        .warning,
        """
        The file is an animated PNG. Apple does not mention animation, and a program without support for it shows only the first \
        picture. Glossport checks only that one.
        """
    )
    static let triggering = [RuleExample("several pictures", "", images: .example(besides: { $0.isAnimated = true }))]
    static let nonTriggering = [RuleExample("one picture", "", images: .example())]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        files(catalog).filter(\.inspection.extras.isAnimated).map { file in
            finding(
                "The image is animated (APNG).",
                remedy: "Export it as a still image.",
                file
            )
        }
    }
}
