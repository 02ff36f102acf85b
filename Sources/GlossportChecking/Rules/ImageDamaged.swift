import GlossportProject
import GlossportReading

enum ImageDamaged: Rule {
    static let description = RuleDescription(
        "image-damaged",
        .error,
        """
        The file is not a PNG, despite its name, or can't be decoded completely: it is truncated, or bytes were changed in \
        transfer. Every pixel and every checksum is checked.
        """
    )
    static let triggering = [
        RuleExample(
            "cut off",
            "",
            images: .example(damage: .undecodable(reason: "the file ends too early", offset: 9))
        ),
        RuleExample("a JPEG called .png", "", images: .example(damage: .notPNG("JPEG"))),
        RuleExample("far too large", "", images: .example(damage: .tooLarge(bytes: PNGInspection.maximumBytes))),
    ]
    static let nonTriggering = [RuleExample("a whole PNG", "", images: .example())]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        files(catalog).compactMap { file in
            switch file.inspection.damage {
            case nil: nil
            case .notPNG(let format?):
                finding("The file is \(format), not PNG.", remedy: "Export it as PNG; renaming is not enough.", file)
            case .notPNG(nil) where file.byteCount == 0:
                finding("The file is empty.", remedy: "Download it again, or export it again.", file)
            case .notPNG(nil): finding("The file is not PNG.", remedy: "Export the image again, as PNG.", file)
            case .undecodable(let reason, let offset):
                finding(
                    "The image can't be decoded after \(offset) bytes: \(reason).",
                    remedy: "Download it again, or export it again.",
                    file
                )
            case .tooLarge(let bytes):
                finding("The file is larger than \(bytes >> 20) MB.", remedy: "Export it smaller.", file)
            }
        }
    }
}
