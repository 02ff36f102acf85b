import GlossportProject
import GlossportReading

enum ImageUsedTwice: Rule {
    static let description = RuleDescription(
        "image-used-twice",
        .note,
        """
        One file is the image of several messages, or the icon of several bullet points of a message. This can be intended; the \
        file is uploaded once.
        """
    )
    static let triggering = [
        RuleExample(
            "one star for two bullet points",
            "",
            images: {
                var inventory = ImageInventory.example(size: .bulletPoint)
                for bullet in 1...2 {
                    inventory.uses[.init(message: "keep", locale: "de-DE", bullet: bullet)] = "images/keep.png"
                }
                return inventory
            }()
        )
    ]
    static let nonTriggering = [
        RuleExample(
            "one image for all locales of a message",
            "",
            images: {
                var inventory = ImageInventory.example()
                for locale in ["de-DE", "fr-FR"] {
                    inventory.uses[.init(message: "keep", locale: locale)] = "images/keep.png"
                }
                return inventory
            }()
        )
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        var places: [ImageInventory.FileKey: Set<String>] = [:]
        for (use, path) in catalog.images.uses {
            let key = ImageInventory.FileKey(path: path, size: use.size)
            places[key, default: []].insert(use.message + (use.bullet.map { ", bullet point \($0)" } ?? ""))
        }
        return files(catalog).compactMap { file in
            guard let places = places[file.key], places.count > 1 else { return nil }
            return finding(
                "The image is used in \(places.count) places: \(places.sorted().prefix(5).joined(separator: "; ")).",
                remedy: "No action is needed if this is intended.",
                file
            )
        }
    }
}
