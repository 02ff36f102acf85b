import Crypto
import Foundation
import Testing

/// Readers that are programs of their own, as a user meets them.
@Suite("Plugins")
struct PluginTests {
    private static let shipped = ["xlsx", "ods", "po", "android", "arb"]

    /// Where the plugins that come with Glossport are found, as if they were installed.
    private static let environment = [
        "PATH": (["/usr/bin", "/bin"] + shipped.map { Repository.file("plugins/\($0)") }).joined(separator: ":")
    ]

    private static let ownList = ".config/glossport/readers.yaml"

    /// A project with a plugin of its own, which reads lines of `key = text`.
    private static func project(_ extra: String = "", template: String = "python") async throws -> TestProject {
        let project = try TestProject(
            """
            deliveries: [{ path: vendor/ }]
            readers:
              texts:
                command: [tools/texts/glossport-reader-texts]
            \(extra)
            """
        )
        try FileManager.default.createDirectory(atPath: project.file("tools"), withIntermediateDirectories: true)
        let tools = try await Glossport.run("plugin", "new", "--language", template, "texts", in: project)
        #expect(tools.exitCode == 0, "\(tools.output)")
        try FileManager.default.moveItem(atPath: project.file("texts"), toPath: project.file("tools/texts"))
        try project.write(
            "@locale de-DE\nkeep.header = Bleib bei uns\nkeep.body = Es gibt noch viel zu sehen.\n",
            to: "vendor/de.texts"
        )
        return project
    }

    @Test(
        "The office's delivery gives the very ids of the same texts in other formats",
        .enabled(if: ForeignTool.node.isWanted, "Node is not installed; `make test-all` installs it.")
    )
    func office() async throws {
        func ids(_ sample: String, trusting ids: [String]) async throws -> Set<String> {
            let project = try TestProject()
            try FileManager.default.removeItem(atPath: project.file("glossport.yaml"))
            for name in ["glossport.yaml", "images", "vendor"] {
                try FileManager.default.copyItem(
                    atPath: Repository.file("samples/\(sample)/\(name)"),
                    toPath: project.file(name)
                )
            }
            if !ids.isEmpty {
                let trusted = try await Glossport.run(
                    ["plugin", "trust"] + ids,
                    in: project,
                    environment: Self.environment
                )
                #expect(trusted.exitCode == 0, "\(trusted.output)")
            }
            let checked = try await Glossport.run("validate", in: project, environment: Self.environment)
            #expect(checked.exitCode == 0, "\(checked.output)")
            let (ids, _) = try await Emulator.with(in: project) { emulator in
                let variables = Self.environment.merging(["GLOSSPORT_ENDPOINT": emulator.endpoint]) { $1 }
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
        let usual = try await ids("northlight", trusting: [])
        #expect(usual.count == 92)
        #expect(try await ids("northlight-office", trusting: Self.shipped) == usual)
    }

    @Test("What is not trusted, or not any more, is not run, and what to do is said")
    func trust() async throws {
        let project = try await Self.project()
        let untrusted = try await Glossport.run("validate", in: project)
        #expect(untrusted.exitCode == 2)
        #expect(
            untrusted.stderr.contains("glossport.yaml:") && untrusted.stderr.contains("`glossport plugin trust texts`"),
            "\(untrusted.stderr)"
        )

        let trusted = try await Glossport.run("plugin", "trust", "texts", in: project)
        #expect(trusted.exitCode == 0 && trusted.stdout.contains("lists texts now"), "\(trusted.output)")
        let checked = try await Glossport.run("validate", in: project)
        #expect(checked.exitCode == 0, "\(checked.output)")

        let plugin = "tools/texts/glossport-reader-texts"
        try project.write(try project.text(plugin) + "\n# changed\n", to: plugin, permissions: 0o755)
        let changed = try await Glossport.run("validate", in: project)
        #expect(changed.exitCode == 2)
        #expect(changed.stderr.matches(of: /[0-9a-f]{64}/).count == 2, "\(changed.stderr)")
    }

    @Test("Readers that were trusted before an error are in the only document", arguments: ["json", "jsonl"])
    func trustedBefore(form: String) async throws {
        let project = try await Self.project()
        let call = try await Glossport.run("plugin", "trust", "texts", "nosuch", "-o", form, in: project)
        #expect(call.exitCode == 2, "\(call.output)")
        #expect(call.stderr.contains("error:"))
        #expect(call.stdout.matches(of: /"schema"/).count == 1, "\(call.stdout)")
        let document = try call.json()
        #expect(document["schema"]?.string == "glossport.plugin-trust/1" && document["exitCode"]?.int == 2)
        #expect(document["readers"]?.elements.compactMap { $0["id"]?.string } == ["texts"])
        #expect(document["errors"]?.elements.count == 1)
        #expect(try project.text("glossport.yaml").contains("sha256"))
    }

    @Test("A stranger's project runs no plugin, unless the user's own list has it")
    func untrusted() async throws {
        let project = try await Self.project()
        _ = try await Glossport.run("plugin", "trust", "texts", in: project)
        #expect(try await Glossport.run("validate", "--untrusted", in: project).exitCode == 0)
        try FileManager.default.removeItem(atPath: project.file(Self.ownList))
        let stranger = try await Glossport.run("validate", "--untrusted", in: project)
        #expect(stranger.exitCode == 2)
        #expect(stranger.stderr.contains("the untrusted files may have listed it"), "\(stranger.stderr)")
    }

    @Test("A project file alone starts no program, whatever SHA-256 it names")
    func vouched() async throws {
        let project = try await Self.project()
        _ = try await Glossport.run("plugin", "trust", "texts", in: project)
        try FileManager.default.removeItem(atPath: project.file(Self.ownList))
        let listed = try await Glossport.run("validate", in: project)
        #expect(listed.exitCode == 2 && listed.stderr.contains("you have not trusted it yet"), "\(listed.output)")
        let shell = try SHA256.hash(data: Data(contentsOf: URL(fileURLWithPath: "/bin/sh"))).map {
            String(format: "%02x", $0)
        }
        try project.write(
            """
            app: com.example.northlight
            deliveries: [{ path: vendor/ }]
            readers:
              texts: { command: [/bin/sh, -c, "touch ran"], sha256: \(shell.joined()), sandbox: limits }
            """,
            to: "glossport.yaml"
        )
        #expect(try await Glossport.run("validate", in: project).exitCode == 2)
        #expect(!project.exists("ran"))
    }

    @Test("A trusted program that is gone stops only those who list it")
    func gone() async throws {
        let project = try await Self.project()
        _ = try await Glossport.run("plugin", "trust", "texts", in: project)
        try FileManager.default.removeItem(atPath: project.file("tools"))
        let asking = try await Glossport.run("validate", in: project)
        #expect(asking.exitCode == 2 && asking.stderr.contains("The reader “texts” can't be used"), "\(asking.output)")
        try project.write("app: com.example.northlight\ndeliveries: [{ path: a.csv }]\n", to: "glossport.yaml")
        try project.write("key,locale,text\nkeep.header,de-DE,Bleib\nkeep.body,de-DE,Hier\n", to: "a.csv")
        let other = try await Glossport.run("validate", in: project)
        #expect(other.exitCode == 0, "\(other.output)")
    }

    @Test("Two projects have different programs of one ID, and neither excludes the other")
    func besides() async throws {
        let project = try await Self.project()
        try FileManager.default.createDirectory(atPath: project.file("second"), withIntermediateDirectories: true)
        for name in ["glossport.yaml", "tools", "vendor"] {
            try FileManager.default.copyItem(atPath: project.file(name), toPath: project.file("second/" + name))
        }
        let plugin = "second/tools/texts/glossport-reader-texts"
        try project.write(try project.text(plugin) + "\n# another\n", to: plugin, permissions: 0o755)
        let second = ["--project", "second/glossport.yaml"]
        for arguments in [[], second, second] {
            let trusted = try await Glossport.run(["plugin", "trust", "texts"] + arguments, in: project)
            #expect(trusted.exitCode == 0, "\(trusted.output)")
        }
        let list = try project.text(Self.ownList)
        #expect(list.contains("  texts@2:\n") && !list.contains("texts@3"), "\(list)")
        for arguments in [[], second, ["--untrusted"], second + ["--untrusted"]] {
            let checked = try await Glossport.run(["validate"] + arguments, in: project)
            #expect(checked.exitCode == 0, "\(checked.output)")
        }
    }

    @Test("A program is trusted by its path, and a list that others can write is not used")
    func path() async throws {
        let project = try await Self.project()
        try project.write("app: com.example.northlight\ndeliveries: [{ path: vendor/ }]\n", to: "glossport.yaml")
        let trusted = try await Glossport.run("plugin", "trust", "tools/texts/glossport-reader-texts", in: project)
        #expect(trusted.exitCode == 0, "\(trusted.output)")
        #expect(try project.text("glossport.yaml").contains("command: [./tools/texts/glossport-reader-texts]"))
        #expect(try await Glossport.run("validate", in: project).exitCode == 0)
        try project.write(try project.text(Self.ownList), to: Self.ownList, permissions: 0o666)
        let open = try await Glossport.run("validate", in: project)
        #expect(open.exitCode == 2 && open.stderr.contains("every user can write to it"), "\(open.output)")
    }

    @Test("Its format is one like all others: listed, explained, in archives, with options and rules of the project")
    func alike() async throws {
        let project = try await Self.project("rules: { texts-no-key: warning }")
        _ = try await Glossport.run("plugin", "trust", "texts", in: project)
        let readers = try await Glossport.run("readers", "--output", "json", in: project)
        #expect(try readers.json().elements.contains { $0["format"]?.string == "texts" })
        let explained = try await Glossport.run("validate", "--explain", "texts-no-key", in: project)
        #expect(explained.exitCode == 0, "\(explained.output)")
        try project.write(
            "@locale de-DE\nno key here\nkeep.header = Bleib bei uns\nkeep.body = Noch viel zu sehen.\n",
            to: "vendor/de.texts"
        )
        let checked = try await Glossport.run("validate", in: project)
        #expect(checked.exitCode == 0 && checked.output.contains("vendor/de.texts:2:1: warning"), "\(checked.output)")

        let script = "import sys,zipfile; zipfile.ZipFile(sys.argv[2],'w').write(sys.argv[1],'in/de.texts')"
        let zip = Process()
        zip.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        zip.arguments = ["-c", script, project.file("vendor/de.texts"), project.file("all.zip")]
        try zip.run()
        zip.waitUntilExit()
        let archived = try await Glossport.run("read", "all.zip", in: project)
        #expect(archived.stdout.contains("\"path\":\"all.zip/in/de.texts\""), "\(archived.output)")
        #expect(try archived.jsonLines().count == 2)
    }

    @Test("A plugin that fails stops the run with its file, whatever the project says of findings")
    func failure() async throws {
        let project = try await Self.project("rules: { texts-no-key: off, texts-empty: off }")
        try project.write(
            "#!/bin/sh\n[ $1 = read ] && { echo 'disk on fire' >&2; exit 1; }\n"
                + "exec /usr/bin/python3 -I \(project.file("tools/texts/real")) \"$@\"\n",
            to: "tools/texts/glossport-reader-failing",
            permissions: 0o755
        )
        try FileManager.default.moveItem(
            atPath: project.file("tools/texts/glossport-reader-texts"),
            toPath: project.file("tools/texts/real")
        )
        try FileManager.default.moveItem(
            atPath: project.file("tools/texts/glossport-reader-failing"),
            toPath: project.file("tools/texts/glossport-reader-texts")
        )
        _ = try await Glossport.run("plugin", "trust", "texts", in: project)
        let call = try await Glossport.run("validate", in: project)
        #expect(call.exitCode == 2)
        #expect(call.stderr.contains("vendor/de.texts") && call.stderr.contains("disk on fire"), "\(call.stderr)")
    }

    @Test("Where the kernel has no Landlock it runs no plugin, and says what to write instead")
    func withoutLandlock() async throws {
        let project = try await Self.project()
        _ = try await Glossport.run("plugin", "trust", "texts", in: project)
        func validate() throws -> (code: Int32, errors: String) {
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
            return (call.terminationStatus, text)
        }
        let refused = try validate()
        #expect(refused.code == 2 && refused.errors.contains("`sandbox: limits`"), "\(refused.errors)")
        func loosen(_ file: String) throws {
            let list = try project.text(file)
            try project.write(list.replacing("    sha256:", with: "    sandbox: limits\n    sha256:"), to: file)
        }
        // The project file alone does not loosen the sandbox.
        try loosen("glossport.yaml")
        #expect(try validate().code == 2)
        try loosen(Self.ownList)
        let limited = try validate()
        #expect(limited.code == 0, "\(limited.errors)")
    }

    @Test("Killed while a plugin runs, it leaves none behind")
    func killed() async throws {
        let project = try TestProject(
            """
            deliveries: [{ path: vendor/ }]
            readers:
              hostile:
                command: [tools/glossport-reader-hostile]
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

    /// The processes that run the project's plugin.
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
