import GlossportProject
import GlossportReading

enum ImageUnused: Rule {
    static let description = RuleDescription(
        "image-unused",
        .warning,
        """
        An image is in the folder of the project's images, but no message of the project file uses it in any locale. Usually its \
        name has a typo, such as `de.png` for `de-DE.png`, and a locale gets the common image instead of its own.
        """
    )
    static let triggering = [
        RuleExample(
            "a language for a locale",
            "",
            images: {
                var inventory = ImageInventory()
                inventory.unused = [.init(path: "images/keep/de.png", meant: "images/keep/de-DE.png")]
                return inventory
            }()
        )
    ]
    static let nonTriggering = [RuleExample("every file has its message", "", images: .example())]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        catalog.images.unused.map { image in
            finding(
                "No message uses \(image.path).",
                remedy: image.meant.map { "Should it be \($0)?" } ?? "Correct its name, or move it elsewhere.",
                at: SourceLocation(path: image.path, line: 1, column: 1)
            )
        }
    }
}
