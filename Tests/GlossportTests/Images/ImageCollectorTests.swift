import Foundation
import Testing

@testable import GlossportChecking
@testable import GlossportProject
@testable import GlossportReading

@Suite("Collecting images")
struct ImageCollectorTests {
    private let folder: TemporaryFolder
    private let inspector = ImageInspector { PNGInspection(width: $0.count, height: 1) }

    init() throws { folder = try TemporaryFolder() }

    private func collect(
        _ messages: [String: Project.Message],
        _ records: [(message: String, locale: String)]
    ) throws -> ImageInventory {
        var builder = CatalogBuilder(project: Project(app: "com.example.app", messages: messages))
        for (message, locale) in records {
            builder.add(
                TranslationUnit(
                    key: "\(message).header",
                    locale: locale,
                    source: nil,
                    target: "Bleib",
                    state: .translated,
                    location: SourceLocation(path: "a.csv", line: 1, column: 1)
                )
            )
        }
        let project = Project(app: "com.example.app", messages: messages)
        return try ImageCollector(project: project, folder: ProjectFolder(folder.path), inspector: inspector).collect(
            builder.finish()
        )
    }

    private func message(image: ImagePattern? = nil, bullets: [ImagePattern] = []) -> Project.Message {
        var message = Project.Message()
        (message.image, message.bullets) = (image, bullets)
        return message
    }

    @Test("Each locale has its own image or else the shared one, and each file is inspected once")
    func fallback() throws {
        try folder.write("images/keep/ja.png", "1")
        try folder.write("images/keep.png", "22")
        let inventory = try collect(
            ["keep": message(image: "images/{message}/{locale}.png")],
            [("keep", "ja"), ("keep", "de-DE"), ("keep", "fr-FR")]
        )
        let use = { (locale: String) in inventory.uses[.init(message: "keep", locale: locale)] }
        #expect(use("ja") == "images/keep/ja.png")
        #expect(use("de-DE") == "images/keep.png")
        #expect(use("fr-FR") == "images/keep.png")
        #expect(inventory.files.values.map(\.inspection.width).sorted() == [1, 2])
        #expect(inventory.missing == [] && inventory.unused == [])
    }

    @Test("A missing image is reported with every path that was tried")
    func missing() throws {
        let inventory = try collect(
            ["keep": message(bullets: ["images/star-{locale}.png"])],
            [("keep", "de-DE")]
        )
        let use = ImageInventory.Use(message: "keep", locale: "de-DE", bullet: 1)
        #expect(inventory.missing == [.init(use: use, tried: ["images/star-de-DE.png", "images/star.png"])])
    }

    @Test("Unused images are reported, with a guess at the intended name")
    func unused() throws {
        try folder.write("images/keep/de.png", "1")
        try folder.write("images/keep/notes.txt", "1")
        try folder.write("images/keep.png", "1")
        try folder.write("images/old.png", "1")
        let inventory = try collect(
            ["keep": message(image: "images/{message}/{locale}.png")],
            [("keep", "de-DE")]
        )
        let place = { (path: String) in folder.path + "/" + path }
        #expect(
            inventory.unused == [
                .init(path: place("images/keep/de.png"), meant: place("images/keep/de-DE.png")),
                .init(path: place("images/old.png"), meant: nil),
            ]
        )
    }

    @Test("An image that the file system finds under another spelling of its name is reported with both names")
    func otherSpelling() throws {
        try folder.write("images/keep/de.png", "1")
        // As a case-insensitive volume finds `pt-br.png` for `pt-BR.png`.
        try folder.link("images/keep/de-DE.png", to: folder.path + "/images/keep/de.png")
        let inventory = try collect(
            ["keep": message(image: "images/{message}/{locale}.png")],
            [("keep", "de-DE")]
        )
        let path = folder.path + "/images/keep/"
        #expect(Array(inventory.uses.values) == ["images/keep/de-DE.png"])
        #expect(inventory.unused == [.init(path: path + "de.png", meant: path + "de-DE.png", isFound: true)])
    }

    @Test("One file used as a message's image and as a bullet's icon counts as two images")
    func roles() throws {
        try folder.write("images/star.png", "1")
        let inventory = try collect(
            ["keep": message(image: "images/star.png", bullets: ["images/star.png"])],
            [("keep", "de-DE")]
        )
        #expect(Set(inventory.files.keys.map(\.size)) == [.fullSize, .bulletPoint])
    }

    @Test("An image path that leads out of the project folder is refused, even through a link")
    func outside() throws {
        let other = try TemporaryFolder()
        try other.write("secret.png", "1")
        try folder.link("linked.png", to: other.path + "/secret.png")
        for path in ["../*/secret.png", other.path + "/{message}.png", "linked.png"] {
            let error = #expect(throws: GlossportError.self) {
                try collect(["keep": message(image: ImagePattern(path))], [("keep", "de-DE")])
            }
            #expect(error?.code == .invalidProject, "\(path)")
        }
    }

    @Test("A named pipe in place of an image is an error and does not block")
    func fifo() throws {
        try folder.makeFIFO("image.png")
        let error = #expect(throws: GlossportError.self) {
            try collect(["keep": message(image: "image.png")], [("keep", "de-DE")])
        }
        #expect(error?.code == .unreadableInput)
    }

    @Test("Images decoded at the same time fit the memory limit, unless a single one exceeds it")
    func batches() {
        let sizes = [60, 50, 10, 200, 1, 1, 99, 100, 30]
        let batches = ImageCollector.batches(of: sizes, within: 100)
        #expect(batches.flatMap { Array($0) } == Array(sizes.indices))
        for batch in batches { #expect(batch.count == 1 || sizes[batch].reduce(0, +) <= 100) }
        #expect(batches.count == 7)
    }

    @Test("An image needs memory for one row, or for all rows if interlaced, but none if oversized")
    func memory() {
        func head(_ width: [UInt8], _ height: [UInt8], interlaced: Bool) -> [UInt8] {
            [UInt8](repeating: 0, count: 16) + width + height + [16, 6, 0, 0, interlaced ? 1 : 0]
        }
        let (width, height): ([UInt8], [UInt8]) = ([0, 0, 15, 0], [0, 0, 8, 112])
        #expect(PNGInspection.bytesToDecode(head: head(width, height, interlaced: false)) == 8 * 3_840)
        #expect(PNGInspection.bytesToDecode(head: head(width, height, interlaced: true)) == 8 * 3_840 * 2_160)
        #expect(PNGInspection.bytesToDecode(head: head([255, 255, 255, 255], height, interlaced: true)) == 0)
        #expect(PNGInspection.bytesToDecode(head: []) == 0)
    }
}
