import GlossportProject
import GlossportReading

enum ImageDimensions: Rule {
    static let description = RuleDescription(
        "image-dimensions",
        .error,
        """
        A message's image must be exactly 3840 pixels wide and 160 to 2160 high, the icon of a bullet point exactly 1024 × 1024. The service refuses \
        others with its error 4000161 or 4000216. `limits.imageHeight` in the project file permits one height only.
        """
    )
    static let triggering = [
        RuleExample("one pixel too narrow", "", images: .example(width: 3_839)),
        RuleExample("too flat", "", images: .example(height: 159)),
        RuleExample("an icon of 512 × 512", "", images: .example(width: 512, height: 512, size: .bulletPoint)),
    ]
    static let nonTriggering = [
        RuleExample("3840 × 160", "", images: .example(height: 160)),
        RuleExample("an icon of 1024 × 1024", "", images: .example(width: 1_024, height: 1_024, size: .bulletPoint)),
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        let heights = project.limits.imageHeight.map { $0...$0 } ?? Project.ServiceLimits.imageHeights
        return files(catalog).compactMap { file in
            let (width, height) = (file.inspection.width, file.inspection.height)
            guard width > 0, height > 0 else { return nil }
            let isRight: Bool
            let wanted: String
            switch file.key.size {
            case .fullSize:
                isRight = width == 3_840 && heights ~= height
                wanted =
                    heights.count == 1
                    ? "3840 pixels wide and \(heights.lowerBound) high" : "3840 pixels wide and 160 to 2160 high"
            case .bulletPoint:
                isRight = width == 1_024 && height == 1_024
                wanted = "1024 × 1024 as an icon"
            }
            guard !isRight else { return nil }
            return finding("The image is \(width) × \(height) pixels.", remedy: "Export it \(wanted).", file)
        }
    }
}
