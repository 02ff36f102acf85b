import GlossportProject
import GlossportReading

enum ImageUnused: Rule {
    static let description = RuleDescription(
        "image-unused",
        .warning,
        """
        An image is in the folder of the project's images, but no message of the project file uses it in any locale. Usually its \
        name has a typo, such as `de.png` for `de-DE.png`, and a locale gets the common image instead of its own. On a disk that \
        ignores letter case, as most Macs' do, an image such as `pt-br.png` is used for `pt-BR.png`; elsewhere it is not found.
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
        ),
        RuleExample(
            "a name that is found only on this disk",
            "",
            images: {
                var inventory = ImageInventory()
                let (path, meant) = ("images/keep/pt-br.png", "images/keep/pt-BR.png")
                inventory.unused = [.init(path: path, meant: meant, isFound: true)]
                return inventory
            }()
        ),
    ]
    static let nonTriggering = [RuleExample("every file has its message", "", images: .example())]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        catalog.images.unused.map { image in
            let place = SourceLocation(path: image.path, line: 1, column: 1)
            if image.isFound, let meant = image.meant {
                return finding(
                    "\(image.path) is used as \(meant), which other disks may not find.",
                    remedy: "Rename it to \(meant).",
                    at: place
                )
            }
            return finding(
                "No message uses \(image.path).",
                remedy: image.meant.map { "Should it be \($0)?" } ?? "Correct its name, or move it elsewhere.",
                at: place
            )
        }
    }
}
