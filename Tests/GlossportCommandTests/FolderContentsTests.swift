import Foundation
import Testing

@testable import GlossportCommand

@Suite("The contents of a folder that becomes a project")
struct FolderContentsTests {
    private let root = FileManager.default.temporaryDirectory.appending(path: "contents-\(UUID().uuidString)")

    private func write(_ file: String, _ text: String = "key,locale,text\na.header,de-DE,A\n") throws {
        let url = root.appending(path: file)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
    }

    private func link(_ file: String, to target: String) throws {
        try FileManager.default.createSymbolicLink(
            atPath: root.appending(path: file).path,
            withDestinationPath: target
        )
    }

    @Test("No link out of the folder is followed, whatever it points to")
    func links() throws {
        defer { try? FileManager.default.removeItem(at: root) }
        try write("project/own.csv")
        try write("project/~$own.xlsx")
        try write("outside/secret.csv")
        try write("outside/x.png", "PNG")
        try write("outside/AuthKey_2X9R4HXF34.p8", "key")
        try write("outside/App.xcodeproj/project.pbxproj", "PRODUCT_BUNDLE_IDENTIFIER = com.example.secret;")
        for (name, target) in [
            ("file.csv", "../outside/secret.csv"), ("folder", "../outside"), ("far", "/etc"),
            ("x.png", "../outside/x.png"), ("AuthKey_2X9R4HXF34.p8", "../outside/AuthKey_2X9R4HXF34.p8"),
            ("App.xcodeproj", "../outside/App.xcodeproj"), ("nowhere.csv", "../outside/none.csv"),
            ("alias.csv", "own.csv"),
        ] {
            try link("project/" + name, to: target)
        }
        let contents = FolderContents(of: root.appending(path: "project").path)
        #expect(contents.candidates == ["alias.csv", "own.csv"])
        #expect(contents.pictures.isEmpty && contents.keys.isEmpty && contents.app == nil)
    }
}
