import Foundation
import Testing

/// Readers that are separate programs, as users see them.
@Suite("Plugins")
struct PluginTests {
    private static let ownList = ".config/glossport/trusted-plugins"
    private static let plugin = "tools/glossport-reader-markdown"

    /// Returns a copy of the sample with a plugin that reads tables in Markdown pages.
    private static func project(_ extra: String = "") async throws -> TestProject {
        let project = try TestProject()
        for name in ["glossport.yaml", "tools", "vendor"] {
            try? FileManager.default.removeItem(atPath: project.file(name))
            try FileManager.default.copyItem(
                atPath: Repository.file("samples/northlight-wiki/\(name)"),
                toPath: project.file(name)
            )
        }
        if !extra.isEmpty { try project.write(project.text("glossport.yaml") + extra + "\n", to: "glossport.yaml") }
        return project
    }

    private static func trust(in project: TestProject) async throws {
        let trusted = try await Glossport.run("plugin", "trust", "markdown", in: project)
        #expect(trusted.exitCode == 0 && trusted.stdout.hasPrefix("Trusted markdown: "), "\(trusted.output)")
    }

    @Test("A plugin's rows are read as tables with header, locales and locations")
    func sample() async throws {
        let project = try await Self.project()
        try await Self.trust(in: project)
        let checked = try await Glossport.run("validate", in: project)
        #expect(checked.exitCode == 0, "\(checked.output)")
        let units = try await Glossport.run("read", "vendor/offers.md", in: project)
        #expect(try units.jsonLines().count == 8)
        #expect(units.stdout.contains("\"path\":\"vendor/offers.md/Annual\""), "\(units.output)")
    }

    @Test("The office sample gives the same IDs as the same texts in other formats")
    func office() async throws {
        func ids(_ sample: String) async throws -> Set<String> {
            let project = try TestProject()
            try FileManager.default.removeItem(atPath: project.file("glossport.yaml"))
            for name in ["glossport.yaml", "images", "vendor"] {
                try FileManager.default.copyItem(
                    atPath: Repository.file("samples/\(sample)/\(name)"),
                    toPath: project.file(name)
                )
            }
            let checked = try await Glossport.run("validate", in: project)
            #expect(checked.exitCode == 0, "\(checked.output)")
            let (ids, _) = try await Emulator.with(in: project) { emulator in
                let variables = ["GLOSSPORT_ENDPOINT": emulator.endpoint]
                let plan = try await Glossport.run("plan", "--out", "plan.json", in: project, environment: variables)
                #expect(plan.exitCode == 0, "\(plan.output)")
                return Set(
                    try project.text("plan.json").matches(of: /[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f-]{21}/).map {
                        String($0.0)
                    }
                )
            }
            return ids
        }
        let usual = try await ids("northlight")
        #expect(usual.count == 92)
        #expect(try await ids("northlight-office") == usual)
    }

    @Test("A plugin that is not trusted or has changed is not run, and the error names the remedy")
    func trust() async throws {
        let project = try await Self.project()
        let untrusted = try await Glossport.run("validate", in: project)
        #expect(untrusted.exitCode == 2)
        #expect(
            untrusted.stderr.contains("glossport.yaml:")
                && untrusted.stderr.contains("`glossport plugin trust markdown`"),
            "\(untrusted.stderr)"
        )
        try await Self.trust(in: project)
        let checked = try await Glossport.run("validate", in: project)
        #expect(checked.exitCode == 0, "\(checked.output)")
        try project.write(try project.text(Self.plugin) + "\n# changed\n", to: Self.plugin, permissions: 0o755)
        let changed = try await Glossport.run("validate", in: project)
        #expect(changed.exitCode == 2 && changed.stderr.contains("in its present form"), "\(changed.output)")
    }

    @Test("`plugin trust` without a plugin lists the status of all plugins, even of a missing one")
    func list() async throws {
        let project = try await Self.project()
        let before = try await Glossport.run("plugin", "trust", in: project)
        #expect(before.exitCode == 0 && before.stdout.contains("not trusted"), "\(before.output)")
        try await Self.trust(in: project)
        let after = try await Glossport.run("plugin", "trust", "--output", "json", in: project)
        #expect(try after.json().elements.map { $0["status"]?.string } == ["trusted"])
        try FileManager.default.removeItem(atPath: project.file("tools"))
        let gone = try await Glossport.run("plugin", "trust", in: project)
        #expect(gone.exitCode == 0 && gone.stdout.contains("does not exist"), "\(gone.output)")
    }

    @Test("A new plugin passes all checks, can be trusted by its path, and reads files", arguments: ["python", "node"])
    func template(language: String) async throws {
        guard language == "python" || ForeignTool.node.isWanted else { return }
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        let made = try await Glossport.run("plugin", "new", "--language", language, "texts", in: project)
        #expect(made.exitCode == 0, "\(made.output)")
        let checked = try await Glossport.run("plugin", "check", "texts/glossport-reader-texts", in: project)
        #expect(checked.exitCode == 0 && checked.stdout.contains("all is well."), "\(checked.output)")
        let trusted = try await Glossport.run("plugin", "trust", "texts/glossport-reader-texts", in: project)
        #expect(trusted.exitCode == 0, "\(trusted.output)")
        #expect(try project.text("glossport.yaml").contains("texts: texts/glossport-reader-texts"))
        try project.write("keep.header = Bleib bei uns\nkeep.body = Noch viel zu sehen.\n", to: "vendor/de-DE/a.texts")
        let read = try await Glossport.run("read", "vendor/de-DE/a.texts", in: project)
        #expect(try read.jsonLines().count == 2, "\(read.output)")
    }

    @Test("After an error, one document contains the readers trusted before it", arguments: ["json", "jsonl"])
    func trustedBefore(form: String) async throws {
        let project = try await Self.project()
        let call = try await Glossport.run("plugin", "trust", "markdown", "nosuch", "-o", form, in: project)
        #expect(call.exitCode == 2, "\(call.output)")
        #expect(call.stderr.contains("error:"))
        #expect(call.stdout.matches(of: /"schema"/).count == 1, "\(call.stdout)")
        let document = try call.json()
        #expect(document["schema"]?.string == "glossport.plugin-trust/1" && document["exitCode"]?.int == 2)
        #expect(document["readers"]?.elements.compactMap { $0["id"]?.string } == ["markdown"])
        #expect(document["errors"]?.elements.count == 1)
        #expect(try project.text(Self.ownList).contains("markdown"))
    }

    @Test("In untrusted mode, only plugins that the user trusts are run")
    func untrusted() async throws {
        let project = try await Self.project()
        try await Self.trust(in: project)
        #expect(try await Glossport.run("validate", "--untrusted", in: project).exitCode == 0)
        try FileManager.default.removeItem(atPath: project.file(Self.ownList))
        let refused = try await Glossport.run("validate", "--untrusted", in: project)
        #expect(refused.exitCode == 2 && refused.stderr.contains("You have not trusted"), "\(refused.output)")
    }

    @Test("A list of trusted plugins that other users can write to is not used")
    func openList() async throws {
        let project = try await Self.project()
        try await Self.trust(in: project)
        try project.write(try project.text(Self.ownList), to: Self.ownList, permissions: 0o666)
        let open = try await Glossport.run("validate", in: project)
        #expect(open.exitCode == 2 && open.stderr.contains("every user can write to"), "\(open.output)")
    }

    @Test("A plugin's format is listed, explained, read in archives and given rules like any other")
    func alike() async throws {
        let project = try await Self.project("rules: { markdown-syntax: warning }")
        try await Self.trust(in: project)
        let readers = try await Glossport.run("readers", "--output", "json", in: project)
        #expect(try readers.json().elements.contains { $0["format"]?.string == "markdown" })
        let explained = try await Glossport.run("validate", "--explain", "markdown-syntax", in: project)
        #expect(explained.exitCode == 0, "\(explained.output)")
        try project.write(try project.text("vendor/offers.md") + "| damaged\n", to: "vendor/offers.md")
        let checked = try await Glossport.run("validate", in: project)
        #expect(checked.exitCode == 0 && checked.output.contains("vendor/offers.md:18:1: warning"), "\(checked.output)")

        let script = "import sys,zipfile; zipfile.ZipFile(sys.argv[2],'w').write(sys.argv[1],'in/offers.md')"
        let zip = Process()
        zip.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        zip.arguments = ["-c", script, project.file("vendor/offers.md"), project.file("all.zip")]
        try zip.run()
        zip.waitUntilExit()
        let archived = try await Glossport.run("read", "all.zip", in: project)
        #expect(archived.stdout.contains("\"path\":\"all.zip/in/offers.md/Annual\""), "\(archived.output)")
    }

    @Test("A plugin's failure is an error that names the file, even if the project turns the plugin's rules off")
    func failure() async throws {
        let project = try await Self.project("rules: { markdown-syntax: off }")
        let broken = try project.text(Self.plugin)
            .replacing("    size, page = ", with: "    sys.exit('disk on fire')\n    size, page = ")
        try project.write(broken, to: Self.plugin, permissions: 0o755)
        try await Self.trust(in: project)
        let call = try await Glossport.run("validate", in: project)
        #expect(call.exitCode == 2)
        #expect(call.stderr.contains("vendor/offers.md") && call.stderr.contains("disk on fire"), "\(call.stderr)")
    }

    @Test("Without Landlock no plugin runs, and the error names the reason")
    func withoutLandlock() async throws {
        let project = try await Self.project()
        try await Self.trust(in: project)
        let call = Process()
        call.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        call.arguments = [
            Repository.file("Tests/LauncherTests/without-landlock.py"), Executable.glossport.path, "validate",
        ]
        call.currentDirectoryURL = URL(fileURLWithPath: project.path)
        call.environment = ["PATH": "/usr/bin:/bin", "HOME": project.path]
        let errors = Pipe()
        call.standardError = errors
        call.standardOutput = FileHandle.nullDevice
        try call.run()
        let text = String(decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        call.waitUntilExit()
        #expect(call.terminationStatus == 2 && text.contains("This kernel has no Landlock"), "\(text)")
    }

    @Test("If glossport is killed while a plugin runs, no plugin process remains")
    func killed() async throws {
        let project = try TestProject(
            """
            deliveries: [{ path: vendor/ }]
            readers: { hostile: tools/glossport-reader-hostile }
            """
        )
        try FileManager.default.createDirectory(atPath: project.file("tools"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: Repository.file("Tests/PluginHostTests/Hostile/reads-and-hangs"),
            toPath: project.file("tools/glossport-reader-hostile")
        )
        try project.write("x\n", to: "vendor/a.hostile")
        #expect(try await Glossport.run("plugin", "trust", "hostile", in: project).exitCode == 0)
        let running = try Glossport.start(["validate"], in: project)
        var plugins: [String] = []
        for _ in 0..<500 where plugins.isEmpty {
            try await Task.sleep(for: .milliseconds(20))
            plugins = Self.processes(of: project)
        }
        #expect(!plugins.isEmpty)
        running.process.send(SIGKILL)
        _ = try await running.result()
        for _ in 0..<50 where !plugins.isEmpty {
            plugins = Self.processes(of: project)
            if !plugins.isEmpty { try await Task.sleep(for: .milliseconds(20)) }
        }
        #expect(plugins == [])
    }

    /// Returns the processes that run the project's plugin.
    private static func processes(of project: TestProject) -> [String] {
        ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).filter { pid in
            guard Int(pid) != nil, let line = try? String(contentsOfFile: "/proc/\(pid)/cmdline", encoding: .utf8)
            else {
                return false
            }
            return line.contains(project.file("tools/glossport-reader-hostile")) && line.contains("read")
        }
    }
}
