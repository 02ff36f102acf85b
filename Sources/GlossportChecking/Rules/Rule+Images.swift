import GlossportProject
import GlossportReading

extension Rule {
    static func finding(_ text: String, remedy: String, _ file: ImageInventory.File) -> Finding {
        finding(
            text,
            remedy: remedy,
            at: SourceLocation(path: file.source.path, line: 1, column: 1),
            related: file.place.map { [$0] } ?? []
        )
    }

    static func files(_ catalog: Catalog) -> [ImageInventory.File] { catalog.images.sortedFiles }
}

extension ImageInventory {
    /// An inventory with some files, for the rules' examples.
    static func example(
        _ files: [(path: String, inspection: PNGInspection)],
        size: ImageSize = .fullSize,
        sha256: (Int) -> String = { "\($0)" }
    ) -> ImageInventory {
        var inventory = ImageInventory()
        for (number, file) in files.enumerated() {
            let key = FileKey(path: file.path, size: size)
            inventory.files[key] = File(
                key: key,
                sha256: sha256(number),
                byteCount: 1,
                inspection: file.inspection,
                source: SourceFile(path: file.path, bytes: [])
            )
        }
        return inventory
    }

    /// An inventory with one valid file, except for the given properties.
    static func example(
        width: Int = 3_840,
        height: Int = 2_160,
        _ transparency: PNGInspection.Transparency = .none,
        damage: PNGInspection.Damage? = nil,
        size: ImageSize = .fullSize,
        besides extra: (inout PNGInspection.Extras) -> Void = { _ in }
    ) -> ImageInventory {
        var inspection = PNGInspection(width: width, height: height, transparency: transparency, damage: damage)
        extra(&inspection.extras)
        return example([("images/keep.png", inspection)], size: size)
    }
}
