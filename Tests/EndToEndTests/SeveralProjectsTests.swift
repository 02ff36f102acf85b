import Foundation
import Testing

@Suite("Several projects in one call")
struct SeveralProjectsTests {
    private static let both = ["--project", "a", "--project", "b"]

    /// Returns a folder with the projects `a` and `b`; a delivery of `b` contains mistakes.
    private static func projects(_ more: String = "") throws -> TestProject {
        let project = try TestProject()
        for name in ["a", "b"] {
            try project.write(
                TestProject.projectFile("deliveries: [{ path: vendor/ }]\n\(more)")
                    .replacing(TestProject.app, with: "com.example.\(name)")
                    .replacing(TestProject.keyFile, with: "../" + TestProject.keyFile),
                to: "\(name)/glossport.yaml"
            )
            try project.add(.small, as: "\(name)/vendor/campaign.csv")
        }
        try project.write("key,locale,text\nkeep.header,xx,✦\n", to: "b/vendor/broken.csv")
        return project
    }

    @Test("Each project has a heading, and the most severe exit code counts")
    func table() async throws {
        let project = try Self.projects()
        let call = try await Glossport.run(
            "validate",
            "--project",
            "a",
            "--project=b/glossport.yaml",
            "--parallel",
            "1",
            in: project
        )
        #expect(call.exitCode == 4, "\(call.output)")
        let lines = call.stdout.split(separator: "\n").map(String.init)
        #expect(
            lines.filter { $0.hasPrefix("== ") } == [
                "== com.example.a  a/glossport.yaml", "== com.example.b  b/glossport.yaml",
            ]
        )
        #expect(lines.suffix(3).first?.hasPrefix("PROJECT") == true)
        #expect(lines.last?.contains("4 findings stopped the run") == true, "\(call.output)")
    }

    @Test("JSON output is one document with a result for each project")
    func json() async throws {
        let project = try Self.projects()
        let call = try await Glossport.run(["validate"] + Self.both + ["--output", "json"], in: project)
        let document = try call.json()
        #expect(document["schema"]?.string == "glossport.projects/1")
        #expect(document["exitCode"]?.int == 4)
        let projects = document["projects"]?.elements ?? []
        #expect(projects.map { $0["app"]?.string } == ["com.example.a", "com.example.b"])
        #expect(projects.map { $0["exitCode"]?.int } == [0, 4])
        #expect(projects[0]["result"]?["counts"]?["records"]?.int == 10, "\(call.stdout)")
    }

    @Test("Each line of a stream names its project, and the last line is a summary")
    func lines() async throws {
        let project = try Self.projects()
        let call = try await Glossport.run(["validate"] + Self.both + ["--output", "jsonl"], in: project)
        let lines = try call.jsonLines()
        #expect(
            lines.dropLast().allSatisfy { $0["project"]?.string?.hasSuffix("/glossport.yaml") == true },
            "\(call.stdout)"
        )
        #expect(lines.last?["exitCode"]?.int == 4)
    }

    @Test("Each project has its own journal")
    func importing() async throws {
        let project = try Self.projects()
        try FileManager.default.removeItem(atPath: project.file("b/vendor/broken.csv"))
        let (call, service) = try await Emulator.with(in: project) { emulator in
            try await Glossport.run(["import"] + Self.both + ["--endpoint", emulator.endpoint], in: project)
        }
        #expect(call.exitCode == 0, "\(call.output)")
        let rows = call.stdout.split(separator: "\n").suffix(3)
        #expect(rows.first?.hasPrefix("PROJECT") == true && rows.last?.hasSuffix("0 done") == true, "\(call.output)")
        #expect(service.state.apps.map(\.messages.count) == [Campaign.small.count, Campaign.small.count])
        #expect(project.exists("a/.glossport/journal.sqlite") && project.exists("b/.glossport/journal.sqlite"))
        let copy = try await Glossport.run("journal", "copy", "a/.glossport/new.sqlite", "--project", "a", in: project)
        #expect(copy.stdout.contains("Write `journal: .glossport/new.sqlite` into a/glossport.yaml"), "\(copy.output)")
    }

    @Test("Ctrl-C ends the current project and starts no other")
    func interrupted() async throws {
        let project = try Self.projects("concurrency: 1")
        try FileManager.default.removeItem(atPath: project.file("b/vendor/broken.csv"))
        let (result, service) = try await Emulator.with(in: project, "--fault", "delay:100ms=1") { emulator in
            let running = try Glossport.start(
                ["import"] + Self.both + ["--parallel", "1", "--endpoint", emulator.endpoint],
                in: project
            )
            try await emulator.whenLogged(3, send: SIGINT, to: running.process)
            return try await running.result()
        }
        #expect(result.exitCode == 130, "\(result.output)")
        #expect(result.stdout.contains("not started"), "\(result.output)")
        #expect(service.state.apps.map(\.bundleId) == ["com.example.a"])
    }

    @Test("A deadline applies to all projects together")
    func deadline() async throws {
        let project = try Self.projects()
        try FileManager.default.removeItem(atPath: project.file("b/vendor/broken.csv"))
        let (call, _) = try await Emulator.with(in: project, "--fault", "delay:5s=1") { emulator in
            try await Glossport.run(
                ["import"] + Self.both + ["--parallel", "1", "--deadline", "1s", "--endpoint", emulator.endpoint],
                in: project
            )
        }
        #expect(call.exitCode == 10, "\(call.output)")
        #expect(call.stdout.contains("not started"), "\(call.output)")
    }

    @Test(
        "Commands and options for a single project are refused for several projects",
        arguments: [
            ["ids"], ["plan", "--offline", "--out", "plan.json"], ["validate", "--report", "sarif=x.sarif"],
            ["doctor", "--probe", "--yes"],
        ]
    )
    func refused(arguments: [String]) async throws {
        let project = try Self.projects()
        let call = try await Glossport.run(arguments + ["--project", "a", "--project", "b"], in: project)
        #expect(call.exitCode == 2, "\(call.output)")
        #expect(call.stderr.contains("one project"), "\(call.output)")
    }

    @Test("A pattern selects projects, and parallel projects do not mix their output")
    func pattern() async throws {
        let project = try Self.projects()
        let call = try await Glossport.run("validate", "--project", "*/glossport.yaml", in: project)
        #expect(call.exitCode == 4, "\(call.output)")
        let parts = call.stdout.split(separator: "== ").map { $0.split(separator: "\n") }
        #expect(Set(parts.map(\.first)) == ["com.example.a  a/glossport.yaml", "com.example.b  b/glossport.yaml"])
        let broken = parts.first { $0.first?.contains("com.example.b") == true }
        #expect(broken?.contains { $0.hasPrefix("b/vendor/broken.csv:2") } == true, "\(call.output)")
    }

    @Test("Two projects are imported in parallel, and a stop ends both")
    func together() async throws {
        let project = try Self.projects("concurrency: 1")
        try FileManager.default.removeItem(atPath: project.file("b/vendor/broken.csv"))
        let (result, service) = try await Emulator.with(in: project, "--fault", "delay:300ms=1") { emulator in
            let running = try Glossport.start(
                ["import"] + Self.both + ["--endpoint", emulator.endpoint],
                in: project
            )
            try await emulator.whenLogged(6, send: SIGINT, to: running.process)
            return try await running.result()
        }
        #expect(result.exitCode == 130, "\(result.output)")
        #expect(!result.stdout.contains("not started"), "\(result.output)")
        #expect(Set(service.state.apps.map(\.bundleId)) == ["com.example.a", "com.example.b"])
        #expect(service.uploadsSentAgain == 0)
    }

    @Test("A wait for quota does not delay other projects")
    func quota() async throws {
        let project = try Self.projects()
        try FileManager.default.removeItem(atPath: project.file("b/vendor/broken.csv"))
        let (result, service) = try await Emulator.with(in: project, "--fault", "429-storm:ms+600s/uploadMessage@1-1") {
            emulator in
            let running = try Glossport.start(
                ["import"] + Self.both + [
                    "--parallel", "1", "--max-wait", "1h", "--yes", "--endpoint", emulator.endpoint,
                ],
                in: project
            )
            try await emulator.whenLogged(14, send: SIGINT, to: running.process)
            return try await running.result()
        }
        #expect(result.exitCode == 130, "\(result.output)")
        #expect(
            service.state.apps.first { $0.bundleId == "com.example.b" }?.messages.isEmpty == false,
            "\(result.output)"
        )
    }

    @Test("A pattern without matches and two files for one app are refused at once")
    func patterns() async throws {
        let project = try Self.projects()
        let none = try await Glossport.run("import", "--project", "apps/*.yaml", in: project)
        #expect(none.exitCode == 2 && none.stderr.contains("The pattern “apps/*.yaml” matches no project file."))
        try project.write(
            TestProject.projectFile("deliveries: [{ path: vendor/ }]\n").replacing(
                TestProject.app,
                with: "com.example.a"
            ),
            to: "c/glossport.yaml"
        )
        let same = try await Glossport.run("import", "--project", "?/glossport.yaml", in: project)
        #expect(same.exitCode == 2, "\(same.output)")
        #expect(same.stderr.contains("a/glossport.yaml and c/glossport.yaml are both for com.example.a (sandbox)"))
    }

    @Test("Two files for one app are refused, even if a flag sets the environment")
    func environmentByFlag() async throws {
        let project = try Self.projects()
        for name in ["a", "b"] {
            let file = "\(name)/glossport.yaml"
            try project.write(project.text(file).replacing("environment: sandbox\n", with: ""), to: file)
        }
        let flag = ["--environment", "sandbox"]
        let named = try await Glossport.run(["validate"] + Self.both + flag, in: project)
        #expect(named.stdout.contains("== com.example.a  a/glossport.yaml"), "\(named.output)")
        try project.write(project.text("a/glossport.yaml"), to: "c/glossport.yaml")
        let same = try await Glossport.run(["import", "--project", "?/glossport.yaml"] + flag, in: project)
        #expect(same.exitCode == 2, "\(same.output)")
        #expect(same.stderr.contains("a/glossport.yaml and c/glossport.yaml are both for com.example.a (sandbox)"))
    }

    @Test("With many parallel projects, no line is under another project's heading")
    func blocks() async throws {
        let project = try TestProject()
        for number in 100..<160 {
            try project.write(
                "app: com.example.p\(number)\ndeliveries: [{ path: vendor/ }]\n",
                to: "p\(number)/glossport.yaml"
            )
            try project.write("key,locale,text\nkeep.header,xx,✦\n", to: "p\(number)/vendor/broken.csv")
        }
        let call = try await Glossport.run(
            "validate",
            "--project",
            "p*/glossport.yaml",
            "--parallel",
            "16",
            in: project
        )
        #expect(call.exitCode == 4, "\(call.output)")
        let parts = call.stdout.split(separator: "== com.example.")
        #expect(parts.count == 60)
        for part in parts { #expect(part.contains("\(part.prefix(4))/vendor/broken.csv:2"), "\(part)") }
    }

    @Test("A deadline ends a wait for another run and does not hide a more severe code")
    func deadlineOfWaits() async throws {
        let project = try Self.projects()
        try project.write(
            project.text("b/glossport.yaml").replacing("com.example.b", with: "com.example.c"),
            to: "c/glossport.yaml"
        )
        try project.add(.small, as: "c/vendor/campaign.csv")
        let (calls, _) = try await Emulator.with(in: project, "--approve-after", "never") { emulator in
            let environment = ["GLOSSPORT_ENDPOINT": emulator.endpoint]
            let holder = try Glossport.start(
                ["import", "--project", "c", "--wait-for-review", "10m"],
                in: project,
                environment: environment
            )
            try await project.whenThere(".lock", in: "c/.glossport")
            let waiting = ["--yes", "--wait-for-lock", "forever", "--deadline", "8s", "-o", "json"]
            let alone = try await Glossport.run(
                ["import", "--project", "b", "--project", "c"] + waiting,
                in: project,
                environment: environment
            )
            let beside = try await Glossport.run(
                ["import", "--project", "a", "--project", "c", "--wait-for-review", "10m"] + waiting,
                in: project,
                environment: environment
            )
            holder.process.send(SIGINT)
            return [alone, beside, try await holder.result()]
        }
        // b has findings and c is still waiting, so the process ends at once.
        #expect(calls[0].exitCode == 4, "\(calls[0].output)")
        #expect(try calls[0].json()["exitCode"]?.int == 4)
        // a is running and waits for its review, so c is asked to stop.
        #expect(calls[1].exitCode == 10, "\(calls[1].output)")
        let codes = try calls[1].json()["projects"]?.elements.map { $0["exitCode"]?.int }
        #expect(codes == [10, 10], "\(calls[1].output)")
    }

    @Test("A project that waits for quota keeps its lines under its heading")
    func givingWay() async throws {
        let project = try Self.projects()
        try FileManager.default.removeItem(atPath: project.file("b/vendor/broken.csv"))
        let (call, _) = try await Emulator.with(in: project, "--fault", "429-storm:ms+7s/uploadMessage@1-1") {
            emulator in
            try await Glossport.run(
                ["import"] + Self.both + [
                    "--parallel", "1", "--max-wait", "1h", "--yes", "--endpoint", emulator.endpoint,
                ],
                in: project
            )
        }
        #expect(call.exitCode == 0, "\(call.output)")
        let parts = call.stdout.split(separator: "== com.example.").map(String.init)
        #expect(parts.map { String($0.prefix(1)) } == ["b", "a"], "\(call.stdout)")
        #expect(parts.allSatisfy { $0.contains("uploaded") }, "\(call.stdout)")
    }

    @Test("A key from a pipe works for all projects")
    func pipedKey() async throws {
        let project = try Self.projects()
        try FileManager.default.removeItem(atPath: project.file("b/vendor/broken.csv"))
        let (call, service) = try await Emulator.with(in: project) { emulator in
            let key = project.file(TestProject.keyFile)
            return try await PseudoTerminal.show(
                "bash -c 'GLOSSPORT_PRIVATE_KEY_FILE=<(cat \(key)) exec \(Executable.glossport.path) import --project a --project b --yes --endpoint \(emulator.endpoint)'",
                in: project
            )
        }
        #expect(service.state.apps.map(\.messages.count) == [Campaign.small.count, Campaign.small.count], "\(call)")
    }

    @Test("A project without an app does not stop the others")
    func withoutApp() async throws {
        let project = try Self.projects()
        try project.write("deliveries: []\n", to: "b/glossport.yaml")
        let (call, service) = try await Emulator.with(in: project) { emulator in
            try await Glossport.run(
                ["import"] + Self.both + ["--endpoint", emulator.endpoint, "-o", "json"],
                in: project
            )
        }
        #expect(call.exitCode == 2, "\(call.output)")
        #expect(try call.json()["projects"]?.elements.map { $0["exitCode"]?.int } == [0, 2])
        #expect(service.state.apps.map(\.messages.count) == [Campaign.small.count])
    }

    @Test("Projects share a journal file and a request log, and status works without project files")
    func sharedJournal() async throws {
        let project = try Self.projects()
        try FileManager.default.removeItem(atPath: project.file("b/vendor/broken.csv"))
        let shared = ["--journal", "shared.sqlite"]
        let (call, service) = try await Emulator.with(in: project) { emulator in
            try await Glossport.run(
                ["import"] + Self.both + shared + ["--log", "sent.jsonl", "--endpoint", emulator.endpoint],
                in: project
            )
        }
        #expect(call.exitCode == 0, "\(call.output)")
        let rows = call.stdout.split(separator: "\n").suffix(3)
        #expect(rows.first?.hasPrefix("PROJECT") == true && rows.last?.hasSuffix("0 done") == true, "\(call.output)")
        #expect(service.state.apps.map(\.messages.count) == [Campaign.small.count, Campaign.small.count])
        let uploads = try project.text("sent.jsonl").split(separator: "\n").filter { $0.contains(#""method":"PUT""#) }
        #expect(uploads.count >= 2 * Campaign.small.count)

        for name in ["a", "glossport.yaml"] { try FileManager.default.removeItem(atPath: project.file(name)) }
        let status = try await Glossport.run(["status"] + shared + ["-o", "json"], in: project)
        #expect(status.exitCode == 0, "\(status.output)")
        let apps = try #require(try status.json()["apps"]?.elements)
        #expect(apps.map { $0["destination"]?["app"]?.string } == ["com.example.a", "com.example.b"])
        #expect(apps.map { $0["items"]?["uploaded"]?.int } == [Campaign.small.count, Campaign.small.count])
        #expect(apps.map { $0["lastRun"]?["exitCode"]?.int } == [0, 0])
        let table = try await Glossport.run(["status"] + shared, in: project)
        #expect(table.stdout.contains("com.example.b") && table.stdout.hasSuffix("2 apps.\n"))
        let metrics = try await Glossport.run(["status"] + shared + ["-o", "openmetrics"], in: project)
        #expect(metrics.stdout.hasSuffix("# EOF\n"), "\(metrics.output)")
        let none = try await Glossport.run("status", "--journal", "none.sqlite", in: project)
        #expect(none.exitCode == 1 && none.stderr.contains("There is no journal at"), "\(none.output)")
        let created = try await Glossport.run(["journal", "create"] + shared, in: project)
        #expect(created.stdout.contains("is a file: the first import creates it."), "\(created.output)")
    }

    @Test("The same project cannot be named twice")
    func twice() async throws {
        let project = try Self.projects()
        let call = try await Glossport.run("validate", "--project", "a", "--project", "a/glossport.yaml", in: project)
        #expect(call.exitCode == 2)
    }
}
