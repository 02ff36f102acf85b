import GlossportProject
import GlossportReading

enum ImageTranslucent: Rule {
    static let description = RuleDescription(
        "image-translucent",
        .error,
        """
        The service does not accept images with transparency. At least one pixel of this image is not fully opaque; the finding \
        names the first one, counted from 0 at the upper left corner.
        """
    )
    static let triggering = [
        RuleExample("a soft edge", "", images: .example(.translucent(x: 3_839, y: 0)))
    ]
    static let nonTriggering = [
        RuleExample("no transparency", "", images: .example()),
        RuleExample("an alpha channel without effect is another finding", "", images: .example(.opaqueChannel)),
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        files(catalog).compactMap { file in
            guard case .translucent(let x, let y) = file.inspection.transparency else { return nil }
            return finding(
                "The image is transparent at pixel (\(x), \(y)).",
                remedy: "Put it on a background, and export it without transparency.",
                file
            )
        }
    }
}
