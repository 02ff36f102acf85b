import GlossportProject
import GlossportReading

enum ImageMetadata: Rule {
    static let description = RuleDescription(
        "image-metadata",
        .note,
        """
        The file contains EXIF data, texts such as an author's name or an editing history, or bytes after its end. Images are \
        uploaded unchanged, so Apple receives these as well.
        """
    )
    static let triggering = [
        RuleExample("a camera's EXIF data", "", images: .example(besides: { $0.hasEXIF = true })),
        RuleExample("an author's name", "", images: .example(besides: { $0.hasTexts = true })),
        RuleExample("an archive behind the image", "", images: .example(besides: { $0.trailingBytes = 22 })),
    ]
    static let nonTriggering = [RuleExample("nothing but the picture", "", images: .example())]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        files(catalog).compactMap { file in
            let extras = file.inspection.extras
            let carried = [
                extras.hasEXIF ? "EXIF data" : nil,
                extras.hasTexts ? "texts" : nil,
                extras.trailingBytes > 0 ? "\(extras.trailingBytes) bytes after its end" : nil,
            ].compactMap(\.self)
            guard !carried.isEmpty else { return nil }
            return finding(
                "Besides the picture, the image contains \(carried.joined(separator: ", ")).",
                remedy: "To remove it, run `oxipng --strip safe FILE`.",
                file
            )
        }
    }
}
