import Foundation
import Testing

@Suite("Manual pages")
struct ManualTests {
    private func write(to folder: String, in project: TestProject) async throws {
        _ = try await ForeignTool.python.run(
            [
                Repository.file("Scripts/manual"), project.file(folder), Executable.glossport.path,
                Executable.emulator.path,
            ],
            in: project,
            environment: ["SOURCE_DATE_EPOCH": "1790000000"]
        )
    }

    private func pages(in folder: String, of project: TestProject) throws -> [String: String] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: project.file(folder))
        return try Dictionary(
            uniqueKeysWithValues: names.filter { $0.contains(".") || $0.contains("completions/") }.compactMap { name in
                var isFolder: ObjCBool = false
                _ = FileManager.default.fileExists(atPath: project.file("\(folder)/\(name)"), isDirectory: &isFolder)
                return isFolder.boolValue ? nil : (name, try project.text("\(folder)/\(name)"))
            }
        )
    }

    @Test("Each command has a page with all its flags, and the output is reproducible")
    func pages() async throws {
        let project = try TestProject()
        try await write(to: "one", in: project)
        try await write(to: "two", in: project)
        let pages = try pages(in: "one", of: project)
        #expect(try self.pages(in: "two", of: project) == pages)
        let names = pages.keys.filter { $0.hasSuffix(".1") }
        #expect(names.contains("share/man/man1/glossport.1") && names.contains("share/man/man1/retention-emulator.1"))
        let help = try await Glossport.run("--help", in: project).stdout
        let commands = help.matches(of: #/(?m)^  ([a-z]+)  /#).map { String($0.1) }
        #expect(commands.count > 20)
        for command in commands {
            let page = try #require(pages["share/man/man1/glossport-\(command).1"], "\(command)")
            let help = try await Glossport.run(command, "--help", in: project).stdout
            for flag in help.matches(of: /(?m)^  (?:-[a-z], )?(--[a-z-]+)/).map({ String($0.1) })
            where !["--help", "--version"].contains(flag) {
                #expect(page.contains(flag.replacing("-", with: "\\-")), "\(command): \(flag)")
            }
        }
        for (shell, script) in [
            ("bash", "bash-completion/completions/glossport"), ("zsh", "zsh/vendor-completions/_glossport"),
            ("fish", "fish/vendor_completions.d/glossport.fish"),
        ] {
            let declared = try await Glossport.run("--generate-completion-script", shell, in: project).stdout
            #expect(pages["share/\(script)"] == declared, "\(shell)")
        }
        let root = try #require(pages["share/man/man1/glossport.1"])
        for topic in ["EXIT STATUS", "ENVIRONMENT", "COMMANDS"] { #expect(root.contains(".SH \"\(topic)\"")) }
    }

    @Test(
        "mandoc finds no errors in the pages",
        .enabled(if: ForeignTool.mandoc.isWanted, "mandoc is not installed; `make test-all` installs it.")
    )
    func lint() async throws {
        let project = try TestProject()
        try await write(to: "out", in: project)
        let pages = try ["man1", "man5"].flatMap { section in
            try FileManager.default.contentsOfDirectory(atPath: project.file("out/share/man/\(section)")).map {
                "out/share/man/\(section)/\($0)"
            }
        }
        #expect(pages.contains("out/share/man/man5/glossport.yaml.5"))
        let problems = try await ForeignTool.mandoc.run(
            ["-T", "lint", "-W", "warning"] + pages.sorted(),
            in: project
        )
        #expect(problems.isEmpty)
    }
}
