import Glossport
import Testing

@Suite("Delivery walk")
struct DeliveryWalkTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func walk(_ path: String = "vendor/") throws -> DeliveryWalk {
        try DeliveryWalk(path: path, at: folder.path)
    }

    @Test("Files come in a stable order, folder by folder, with the path as the user wrote it")
    func order() throws {
        for file in ["b/z.stub", "b/a.stub", "a.stub", "c.stub", "b/Ä.stub", "10.stub", "9.stub"] {
            try folder.write(file)
        }
        let expected = ["10.stub", "9.stub", "a.stub", "b/a.stub", "b/z.stub", "b/Ä.stub", "c.stub"]
        for path in ["vendor", "vendor/"] {
            #expect(try walk(path).files.map(\.path) == expected.map { "vendor/" + $0 })
        }
        #expect(try walk(".").files.map(\.path) == expected)
        #expect(try walk("./").files.map(\.path) == expected)
    }

    @Test("What is hidden, linked or only the Mac's is left out, and counted")
    func skipped() throws {
        for file in [".DS_Store", ".git/config", "__MACOSX/._a.stub", "a.stub", "sub/.hidden/b.stub"] {
            try folder.write(file)
        }
        try folder.link("link.stub", to: folder.path + "/a.stub")
        try folder.link("loop", to: folder.path)
        let walk = try walk()
        #expect(walk.files.map(\.path) == ["vendor/a.stub"])
        #expect(walk.skipped == ["hidden": 3, "macOS metadata": 1, "symbolic link": 2])
    }

    @Test("Of an Xcode bundle only the translations are read")
    func bundle() throws {
        let bundle = "de.xcloc/"
        for file in ["Localized Contents/de.xliff", "Source Contents/a.strings", "Notes/shot.png", "contents.json"] {
            try folder.write(bundle + file)
        }
        // Outside a bundle these are folders like any other.
        try folder.write("Notes/b.stub")
        try folder.write("Source Contents/c.stub")
        let walk = try walk()
        #expect(
            walk.files.map(\.path) == [
                "vendor/Notes/b.stub", "vendor/Source Contents/c.stub", "vendor/de.xcloc/Localized Contents/de.xliff",
                "vendor/de.xcloc/contents.json",
            ]
        )
        #expect(walk.skipped == ["source texts of a bundle": 2])
        // The bundle itself may be the delivery.
        let alone = try DeliveryWalk(path: "de.xcloc", at: folder.path + "/de.xcloc")
        #expect(alone.files.count == 2)
    }

    @Test("A single file is a delivery, also a hidden one that is named")
    func singleFile() throws {
        try folder.write(".late.stub")
        let walk = try DeliveryWalk(path: "x/.late.stub", at: folder.path + "/.late.stub")
        #expect(walk.files.map(\.path) == ["x/.late.stub"])
    }

    @Test("What is not there is said to be not there")
    func missing() throws {
        let error = #expect(throws: GlossportError.self) { try DeliveryWalk(path: "gone", at: folder.path + "/gone") }
        #expect(error?.code == .unreadableInput)
        #expect(error?.message == "There is no file or folder gone.")
    }

    @Test("An empty folder has no files")
    func empty() throws {
        #expect(try walk().files.isEmpty)
    }
}
