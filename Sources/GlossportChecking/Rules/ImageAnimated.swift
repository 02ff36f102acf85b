import GlossportReading

/// An image that moves.
enum ImageAnimated: Rule {
    static let description = RuleDescription(
        "image-animated",
        .warning,
        """
        The file is an animated PNG. Apple says nothing of animation, and a program that knows only PNG shows the first picture alone; what the \
        others show was neither looked into here nor will a customer see it for certain.
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
