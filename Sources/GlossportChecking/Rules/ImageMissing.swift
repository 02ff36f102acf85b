import GlossportProject
import GlossportReading

enum ImageMissing: Rule {
    static let description = RuleDescription(
        "image-missing",
        .error,
        """
        The project file names an image for the message, or icons for its bullet points, but the file does not exist. A pattern \
        with `{locale}` is tried with the App Store's code of the locale, as in `images/keep/de-DE.png`, and then without it, as in \
        `images/keep.png`.
        """
    )
    static let triggering = [
        RuleExample(
            "neither the locale's own file nor one for all",
            "keep.header [de-DE] = Bleib",
            images: {
                var inventory = ImageInventory()
                inventory.missing = [
                    .init(
                        use: .init(message: "keep", locale: "de-DE"),
                        tried: ["images/keep/de-DE.png", "images/keep.png"]
                    )
                ]
                return inventory
            }()
        )
    ]
    static let nonTriggering = [
        RuleExample("the file is there", "keep.header [de-DE] = Bleib", images: .example())
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        let places = Dictionary(grouping: catalog.images.missing) {
            [$0.use.message, $0.use.bullet.map { "\($0)" } ?? ""]
        }
        return places.values.compactMap { missing in
            guard let first = missing.first else { return nil }
            let what = first.use.bullet.map { "icon for bullet point \($0)" } ?? "image"
            let others =
                missing.count > 1 ? " and \(missing.count - 1) other \(missing.count == 2 ? "locale" : "locales")" : ""
            return finding(
                "\(first.use.message) has no \(what) in \(first.use.locale)\(others).",
                remedy: "Put it at \(first.tried.joined(separator: " or at ")), or correct the path.",
                at: first.place,
                locale: missing.count == 1 ? first.use.locale : nil,
                message: first.use.message,
                field: first.use.bullet.map { "bullets.\($0)" } ?? "image"
            )
        }
    }
}
