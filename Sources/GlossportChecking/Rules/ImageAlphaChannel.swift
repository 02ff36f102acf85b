import GlossportProject
import GlossportReading

enum ImageAlphaChannel: Rule {
    static let description = RuleDescription(
        "image-alpha-channel",
        .warning,
        """
        Every pixel is opaque, but the file carries an alpha channel or a tRNS chunk. Apple requires images without transparency, \
        but does not say whether that means the channel or its effect. A file without the channel is safe either way.
        """
    )
    static let triggering = [RuleExample("opaque, with an alpha channel", "", images: .example(.opaqueChannel))]
    static let nonTriggering = [RuleExample("no alpha channel", "", images: .example())]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        files(catalog).filter { $0.inspection.transparency == .opaqueChannel }.map { file in
            finding(
                "The image has an alpha channel, although every pixel is opaque.",
                remedy: "Export it without alpha, or remove the channel: `magick in.png -alpha off PNG24:out.png`.",
                file
            )
        }
    }
}
