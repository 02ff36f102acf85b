import GlossportReading

/// What an image file carries besides its picture.
enum ImageMetadata: Rule {
    static let description = RuleDescription(
        "image-metadata",
        .note,
        """
        The file carries EXIF data, texts such as an author's name or an editor's history, or bytes after its end. Images are uploaded as they \
        are, so all that goes to Apple, too.
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
                "Besides its picture the image carries \(carried.joined(separator: ", ")).",
                remedy: "If Apple need not have that, remove it: `oxipng --strip safe FILE`.",
                file
            )
        }
    }
}
