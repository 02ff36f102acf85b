import Foundation
import GlossportChecking
import GlossportReading
import Testing

@Suite("Delivery walk")
struct DeliveryWalkTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func walk(_ path: String = "vendor/") throws -> DeliveryWalk {
        try DeliveryWalk(path: path, at: folder.path)
    }

    @Test("Files come in a stable order, folder by folder, with the path that the user gave")
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

    @Test("Hidden files, links and macOS metadata are skipped and counted")
    func skipped() throws {
        for file in [".DS_Store", ".git/config", "__MACOSX/._a.stub", "a.stub", "sub/.hidden/b.stub", "~$a.xlsx"] {
            try folder.write(file)
        }
        try folder.link("link.stub", to: folder.path + "/a.stub")
        try folder.link("loop", to: folder.path)
        let walk = try walk()
        #expect(walk.files.map(\.path) == ["vendor/a.stub"])
        #expect(walk.skipped == ["hidden": 3, "lock file": 1, "macOS metadata": 1, "symbolic link": 2])
        // The link targets are read under their real names.
        #expect(walk.findings == [])
    }

    @Test("Each file of a ConfigMap is read once through its links, and hidden folders stay hidden")
    func configMap() throws {
        try folder.write("..2026_11_22/a.stub")
        try folder.write("..2026_11_22/de/b.stub")
        try folder.link("..data", to: "..2026_11_22")
        try folder.link("a.stub", to: "..data/a.stub")
        try folder.link("again.stub", to: "..data/a.stub")
        try folder.link("de", to: "..data/de")
        try folder.link("..2026_11_22/de/up", to: "..")
        let walk = try walk()
        #expect(walk.files.map(\.path) == ["vendor/a.stub", "vendor/de/b.stub"])
        #expect(walk.skipped == ["hidden": 2, "symbolic link": 2])
        #expect(walk.findings == [])
        #expect(try DeliveryWalk(path: "vendor", at: folder.path, followsLinks: false).files.isEmpty)
    }

    @Test(
        "A link that leads outside, into a hidden folder or nowhere is reported",
        arguments: ["/etc/hostname", "..", ".git/config", "nowhere"]
    )
    func strayLinks(target: String) throws {
        try folder.write("a.stub")
        try folder.write(".git/config")
        try folder.link("link.stub", to: target)
        let walk = try walk()
        #expect(walk.files.map(\.path) == ["vendor/a.stub"])
        #expect(walk.findings.map(\.rule) == ["linked-file"])
        #expect(walk.findings.map(\.location?.path) == ["vendor/link.stub"])
    }

    @Test("A link that is named explicitly is followed")
    func links() throws {
        try folder.write("a.stub")
        try folder.link("link.stub", to: folder.path + "/a.stub")
        let named = try DeliveryWalk(path: "link.stub", at: folder.path + "/link.stub")
        #expect(named.files.count == 1)
        #expect(named.findings == [])
    }

    @Test("A hundred links of a folder are listed and all are counted")
    func manyLinks() throws {
        for number in 1...150 { try folder.link("\(number).stub", to: "/") }
        let walk = try walk()
        #expect(walk.findings.count == 101)
        #expect(walk.findings.last?.text == "50 more of this kind in vendor/ are not listed.")
        #expect(walk.skipped == ["symbolic link": 150])
    }

    @Test("A file name that is not UTF-8 is an error and not silently skipped")
    func foreignName() throws {
        try folder.write("b.stub")
        let bytes = Array("\(folder.path)/fran".utf8) + [0xE7] + Array("ais.csv".utf8)
        let file = try #require(
            bytes.map { CChar(bitPattern: $0) }.withUnsafeBufferPointer { name in
                ([CChar](name) + [0]).withUnsafeBufferPointer { $0.baseAddress.flatMap { fopen($0, "w") } }
            }
        )
        fclose(file)
        let walk = try walk()
        #expect(walk.files.map(\.path) == ["vendor/b.stub"])
        #expect(walk.findings.map(\.rule) == ["unreadable-name"])
        #expect(walk.findings.first?.location?.path == #"vendor/fran\xE7ais.csv"#)
    }

    @Test("A named pipe is not a delivery and does not block")
    func fifo() throws {
        try folder.makeFIFO("a.stub")
        #expect(throws: GlossportError.self) { try DeliveryWalk(path: "a.stub", at: folder.path + "/a.stub") }
        #expect(throws: GlossportError.self) { try SourceFile(path: folder.path + "/a.stub").head() }
        #expect(try walk().skipped == ["not a file": 1])
    }

    @Test("Only the translations of an Xcode bundle are read")
    func bundle() throws {
        let bundle = "de.xcloc/"
        for file in ["Localized Contents/de.xliff", "Source Contents/a.strings", "Notes/shot.png", "contents.json"] {
            try folder.write(bundle + file)
        }
        // Outside a bundle, these are ordinary folders.
        try folder.write("Notes/b.stub")
        try folder.write("Source Contents/c.stub")
        let walk = try walk()
        #expect(
            walk.files.map(\.path) == [
                "vendor/Notes/b.stub", "vendor/Source Contents/c.stub", "vendor/de.xcloc/Localized Contents/de.xliff",
            ]
        )
        #expect(walk.skipped == ["bundle part without translations": 3])
        // The bundle itself can be the delivery.
        let alone = try DeliveryWalk(path: "de.xcloc", at: folder.path + "/de.xcloc")
        #expect(alone.files.map(\.path) == ["de.xcloc/Localized Contents/de.xliff"])
    }

    @Test("A renamed bundle is recognized by its contents, and its contents.json declares its locale")
    func renamedBundle() throws {
        for file in ["Localized Contents/x.xliff", "Source Contents/a.strings", "Notes/shot.png"] {
            try folder.write("German/" + file)
        }
        try folder.write("German/contents.json", #"{"developmentRegion": "en", "targetLocale": "de-AT"}"#)
        let walk = try DeliveryWalk(path: ".", at: folder.path + "/German")
        #expect(walk.files.map(\.path) == ["Localized Contents/x.xliff"])
        #expect(walk.files.map(\.bundleLocale) == ["de-AT"])
        #expect(walk.skipped == ["bundle part without translations": 3])
    }

    @Test("A contents.json without a locale is ignored", arguments: ["", "[1]", "{\"targetLocale\": \"\"}"])
    func silentContents(json: String) throws {
        try folder.write("de.xcloc/Localized Contents/de.xliff")
        try folder.write("de.xcloc/contents.json", json)
        #expect(try walk().files.map(\.bundleLocale) == [nil])
    }

    @Test("A single file is a delivery, even a hidden one if it is named explicitly")
    func singleFile() throws {
        try folder.write(".late.stub")
        let walk = try DeliveryWalk(path: "x/.late.stub", at: folder.path + "/.late.stub")
        #expect(walk.files.map(\.path) == ["x/.late.stub"])
    }

    @Test("A missing file or folder is reported as missing")
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
