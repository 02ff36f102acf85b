import Foundation
import Testing

@Suite("Preview")
struct PreviewTests {
    private static let signature = "<!doctype html>\n<!-- glossport preview -->\n"

    /// Returns a project without credentials.
    private func project(_ lines: String = "keep.header,de-DE,Bleib\nkeep.body,de-DE,Hier\n") throws -> TestProject {
        let project = try TestProject()
        try project.write(
            "app: com.example.app\nenvironment: sandbox\ndeliveries: [{ path: vendor/ }]\nmessages: { keep: {} }\n",
            to: "glossport.yaml"
        )
        try project.write("key,locale,text\n" + lines, to: "vendor/keep.csv")
        return project
    }

    @Test("The preview is written without a key, despite errors, and replaces an earlier one")
    func writes() async throws {
        let project = try project("keep.header,de-DE,\(String(repeating: "x", count: 70))\n")
        for _ in 0..<2 {
            let call = try await Glossport.run("preview", in: project)
            #expect(call.exitCode == 0)
            #expect(call.stdout.isEmpty)
            #expect(call.stderr.contains("1 message in 1 locale, 2 errors"), "\(call.stderr)")
        }
        let page = try project.text("preview.html")
        #expect(page.hasPrefix(Self.signature) && page.hasSuffix("</html>\n"))
        #expect(page.contains("text-too-long") && page.contains("missing-field"))
        #expect(!project.exists(".glossport"), "to look makes no journal")
    }

    @Test("preview overwrites only an earlier preview and follows no link")
    func refuses() async throws {
        let project = try project()
        try project.write("precious", to: "mine.html")
        try project.write(Self.signature, to: "elsewhere.html")
        try FileManager.default.createSymbolicLink(
            atPath: project.file("link.html"),
            withDestinationPath: project.file("elsewhere.html")
        )
        for name in ["mine.html", "link.html", "vendor"] {
            let call = try await Glossport.run("preview", "--out", name, in: project)
            #expect(call.exitCode == 2)
            #expect(call.stderr.contains(name), "\(call.stderr)")
        }
        #expect(try project.text("mine.html") == "precious")
        #expect(try project.text("elsewhere.html") == Self.signature)
        let nowhere = try await Glossport.run("preview", "--out", "no/folder.html", in: project)
        #expect(nowhere.exitCode == 2)
        #expect(nowhere.stderr.contains("Can't write no/folder.html."))
    }

    @Test("The preview shows only selected locales")
    func selects() async throws {
        let project = try project("keep.header,de-DE,Bleib\nkeep.body,de-DE,Hier\nkeep.header,he,x\nkeep.body,he,y\n")
        #expect(try await Glossport.run("preview", "--locale", "he", in: project).exitCode == 0)
        let page = try project.text("preview.html")
        #expect(page.contains("lang=\"he\" dir=rtl") && !page.contains("lang=\"de-DE\""))
    }

    @Test("The preview links pictures relative to its folder, or embeds them")
    func pictures() async throws {
        let project = try project()
        let samples = Repository.file("samples/northlight")
        for name in ["vendor", "images", "glossport.yaml"] {
            try? FileManager.default.removeItem(atPath: project.file(name))
            try FileManager.default.copyItem(atPath: "\(samples)/\(name)", toPath: project.file(name))
        }
        try FileManager.default.createDirectory(atPath: project.file("out"), withIntermediateDirectories: true)
        #expect(try await Glossport.run("preview", "--out", "out/page.html", in: project).exitCode == 0)
        let page = try project.text("out/page.html")
        let addresses = Set(page.components(separatedBy: " src=\"").dropFirst().map { $0.prefix { $0 != "\"" } })
        #expect(addresses.count == 4 && addresses.allSatisfy { $0.hasPrefix("../images/") }, "\(addresses)")
        #expect(addresses.allSatisfy { project.exists("out/\($0)") })
        #expect(try await Glossport.run("preview", "--embed", in: project).exitCode == 0)
        let whole = try project.text("preview.html")
        #expect(!whole.contains(" src=\"") && whole.components(separatedBy: "data:image/png;base64,").count == 5)
    }

    @Test("The preview marks changes since the last import")
    func marks() async throws {
        let project = try TestProject.keep()
        try await Emulator.with(in: project) { emulator in
            let call = try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
            #expect(call.exitCode == 0, "\(call.stderr)")
        }
        #expect(try await Glossport.run("preview", in: project).exitCode == 0)
        #expect(try project.text("preview.html").contains("new or changed (0)"))
        try project.writeKeep(german: "Bleib doch")
        #expect(try await Glossport.run("preview", in: project).exitCode == 0)
        let page = try project.text("preview.html")
        #expect(page.contains("new or changed (1)"))
        #expect(page.contains("<article class=\"card changed\" id=c0 lang=\"de-DE\""))
    }
}
