import Foundation
import Testing

@testable import Glossport

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
        return try ImageCollector(project: project, folder: folder.path, inspector: inspector).collect(builder.finish())
    }

    private func message(image: ImagePattern? = nil, bullets: [ImagePattern] = []) -> Project.Message {
        var message = Project.Message()
        (message.image, message.bullets) = (image, bullets)
        return message
    }

    @Test("Each locale gets its own image, or else the one for all, and each file is inspected once")
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
        #expect(inventory.missing == [] && inventory.strangers == [])
    }

    @Test("A missing image is told with every path that was tried")
    func missing() throws {
        let inventory = try collect(
            ["keep": message(bullets: ["images/star-{locale}.png"])],
            [("keep", "de-DE")]
        )
        let use = ImageInventory.Use(message: "keep", locale: "de-DE", bullet: 1)
        #expect(inventory.missing == [.init(use: use, tried: ["images/star-de-DE.png", "images/star.png"])])
    }

    @Test("Files that no message can mean are strangers, with a guess at what was meant")
    func strangers() throws {
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
            inventory.strangers == [
                .init(path: place("images/keep/de.png"), meant: place("images/keep/de-DE.png")),
                .init(path: place("images/old.png"), meant: nil),
            ]
        )
    }

    @Test("The same file as picture and as icon is two images")
    func roles() throws {
        try folder.write("images/star.png", "1")
        let inventory = try collect(
            ["keep": message(image: "images/star.png", bullets: ["images/star.png"])],
            [("keep", "de-DE")]
        )
        #expect(Set(inventory.files.keys.map(\.size)) == [.fullSize, .bulletPoint])
    }
}
