import Foundation
import Testing

@Suite("Output")
struct OutputTests {
    private func project() throws -> TestProject {
        let project = try TestProject("deliveries: [{ path: vendor/ }]\nlocales: { map: { es-419: es-MX } }")
        try project.add(.small)
        return project
    }

    @Test("`read` prints one object a line, with its members in the documented order")
    func read() async throws {
        let project = try project()
        let call = try await Glossport.run("read", Repository.file("samples/northlight/vendor"), in: project)
        #expect(call.exitCode == 0, "\(call.stderr)")
        let members = [
            "key", "locale", "source", "target", "state", "notes", "format", "path", "line", "column",
        ]
        for (line, value) in zip(call.stdout.split(separator: "\n"), try call.jsonLines()) {
            #expect(value.members == Set(members))
            let places = members.compactMap { line.range(of: "\"\($0)\":")?.lowerBound }
            #expect(places == places.sorted())
        }
        #expect(Set(try call.jsonLines().compactMap { $0["format"]?.string }) == ["csv", "strings", "xliff"])
        let quiet = try await Glossport.run("read", "-q", Repository.file("samples/northlight/vendor"), in: project)
        #expect(quiet.stdout.split(separator: "\n").count == 1)
        #expect(quiet.stdout.hasPrefix("\(try call.jsonLines().count) units in "), "\(quiet.stdout)")
    }

    @Test("`validate --output json` has the documented members, and its counts add up")
    func validate() async throws {
        let project = try project()
        try project.write("key,locale,text\ncampaign-1.titel,de-DE,Oh\nAbout,de-DE,Über\n", to: "vendor/odd.csv")
        let call = try await Glossport.run("validate", "--output", "json", in: project)
        #expect(call.exitCode == 4)
        #expect(call.stderr.isEmpty)
        let report = try call.json()
        #expect(report["schema"]?.string == "glossport.check/1")
        #expect(
            report.members == [
                "schema", "outcome", "exitCode", "files", "skipped", "locales", "images", "replaced", "findings",
                "accepted", "counts",
            ]
        )
        #expect(
            report["files"]?.elements.first?.members
                == ["path", "format", "locales", "hasMoreLocales", "summary"]
        )
        #expect(report["files"]?.elements.first?["summary"]?.members == ["units", "skipped", "detected"])
        let finding = try #require(report["findings"]?.elements.first)
        #expect(finding["location"]?.members == ["path", "line", "column"])
        #expect(
            finding.members.isSuperset(of: ["rule", "severity", "text", "remedy", "location", "related", "finding"])
        )
        let counts = try #require(report["counts"])
        let numbers = ["used", "otherKeys", "notSelected", "unused"].compactMap { counts[$0]?.int }
        #expect(numbers == [20, 1, 0, 1])
        #expect(counts["units"]?.int == numbers.reduce(0, +))
        let lines = try await Glossport.run("validate", "--output", "jsonl", in: project).jsonLines()
        #expect(lines.count == (report["findings"]?.elements.count ?? 0) + 1)
        #expect(lines.last?["units"]?.int == 22)
    }

    @Test("`plan`, `import` and `status` agree in their JSON output")
    func story() async throws {
        let project = try project()
        let (calls, _) = try await Emulator.with(in: project) { emulator in
            var calls: [Glossport] = []
            for command in ["plan", "import", "plan", "status"] {
                let endpoint = command == "status" ? [] : ["--endpoint", emulator.endpoint]
                calls.append(try await Glossport.run([command, "--output", "json"] + endpoint, in: project))
            }
            return calls
        }
        #expect(calls.map(\.exitCode) == [0, 0, 0, 0], "\(calls.map(\.stderr))")
        let (plan, report, after, status) = (
            try calls[0].json(), try calls[1].json(), try calls[2].json(), try calls[3].json()
        )
        #expect(plan["schema"]?.string == "glossport.plan/1")
        #expect(
            plan.members == [
                "schema", "app", "environment", "pace", "asksService", "counts", "capacity", "requests",
                "forecastSeconds", "locales", "defaults", "held", "setBacks", "unshown", "summary", "withdrawn",
                "changes", "items",
            ]
        )
        #expect(plan["counts"]?["upload"]?.int == 10)
        #expect(report["schema"]?.string == "glossport.import/1")
        #expect(
            report.members == [
                "schema", "app", "environment", "outcome", "exitCode", "planned", "images", "done", "alreadyThere",
                "failed", "noRoom", "heldBack", "unknown", "notYet", "incomplete", "requests", "throttled",
                "elapsedSeconds", "failures", "journal",
                "vanished", "seen", "unshown", "next", "run", "version", "started", "ended",
            ]
        )
        let parts = ["done", "alreadyThere", "failed", "unknown", "notYet"].compactMap { report[$0]?.int }
        #expect(parts == [10, 0, 0, 0, 0])
        #expect(report["planned"]?.int == parts.reduce(0, +))
        #expect(after["counts"]?["present"]?.int == 10)
        #expect(status["schema"]?.string == "glossport.status/1")
        #expect(status["items"]?["uploaded"]?.int == 10)
        #expect(status["lastRun"]?["exitCode"]?.int == 0)
        let ids = { (value: JSONValue, list: String) in
            Set((value[list]?.elements ?? []).compactMap { $0["item"]?["id"]?.string })
        }
        #expect(ids(plan, "items").count == 10)
        #expect(ids(plan, "items") == ids(status, "records"))
    }

    @Test("`readers` and `validate --explain` write JSON on request")
    func readers() async throws {
        let project = try project()
        let readers = try await Glossport.run("readers", "--output", "json", in: project).json().elements
        let formats = ["xliff", "strings", "xcstrings", "po", "android", "arb", "xlsx", "ods", "csv"]
        #expect(readers.compactMap { $0["format"]?.string } == formats)
        #expect(readers.allSatisfy { $0.members == ["format", "name", "extensions", "options", "rules"] })
        let rules = try await Glossport.run("validate", "--explain", "all", "--output", "jsonl", in: project)
        #expect(try rules.jsonLines().allSatisfy { $0.members == ["id", "severity", "explanation"] })
    }

    @Test("Redirected output contains no escape sequences and no progress")
    func plain() async throws {
        let project = try project()
        try project.write("key,locale,text\ncampaign-1.titel,de-DE,Oh\n", to: "vendor/odd.csv")
        let (calls, _) = try await Emulator.with(in: project) { emulator in
            let endpoint = ["--endpoint", emulator.endpoint]
            var calls = [
                try await Glossport.run("validate", in: project),
                try await Glossport.run(["plan"] + endpoint, in: project),
            ]
            try FileManager.default.removeItem(atPath: project.file("vendor/odd.csv"))
            calls.append(try await Glossport.run(["import"] + endpoint, in: project))
            calls.append(try await Glossport.run("status", in: project))
            return calls
        }
        #expect(calls.map(\.exitCode) == [4, 4, 0, 0])
        #expect(calls.allSatisfy { !$0.output.contains("\u{1B}") && !$0.output.contains("\r") })
    }

    @Test("A terminal shows colors unless NO_COLOR is set; other output shows them only on request")
    func colors() async throws {
        let project = try project()
        try project.write("key,locale,text\ncampaign-1.titel,de-DE,Oh\n", to: "vendor/odd.csv")
        let command = "'\(Executable.glossport.path)' validate"
        #expect(try await PseudoTerminal.show(command, in: project).contains("\u{1B}[31merror:"))
        #expect(try await !PseudoTerminal.show("NO_COLOR=1 \(command)", in: project).contains("\u{1B}"))
        #expect(try await !PseudoTerminal.show("TERM=dumb \(command)", in: project).contains("\u{1B}"))
        for (arguments, environment, hasColors) in [
            (["validate"], ["CLICOLOR_FORCE": "1"], true), (["validate"], ["CLICOLOR_FORCE": "0"], false),
            (["validate"], ["CLICOLOR_FORCE": "1", "NO_COLOR": "1"], false),
            (["validate", "-o", "json"], ["CLICOLOR_FORCE": "1"], false),
        ] as [([String], [String: String], Bool)] {
            let call = try await Glossport.run(arguments, in: project, environment: environment)
            #expect(call.stdout.contains("\u{1B}[31merror:") == hasColors, "\(arguments), \(environment)")
            #expect(call.stdout.contains("\u{1B}") == hasColors)
        }
        let refused = try await Glossport.run("import", "--bogus", in: project, environment: ["CLICOLOR_FORCE": "1"])
        #expect(refused.stderr.contains("\u{1B}[31merror:"))
    }

    @Test("On a terminal, an import shows its progress and asks before production", arguments: ["n", "y"])
    func terminal(answer: String) async throws {
        let project = try project()
        try project.write("\(answer)\n", to: "answer")
        let (seen, service) = try await Emulator.with(
            in: project,
            "--environment",
            "production",
            "--fault",
            "delay:300ms/uploadMessage=1"
        ) { emulator in
            try await PseudoTerminal.show(
                "'\(Executable.glossport.path)' import --environment production --endpoint \(emulator.endpoint)",
                in: project,
                input: project.file("answer")
            )
        }
        // The plan is shown before the question.
        #expect(seen.contains("10 uploads and 1 list call"))
        #expect(seen.contains("Bring 10 messages to PRODUCTION for com.example.northlight? [y/N]"))
        if answer == "y" {
            #expect(service.messages.count == 10)
            #expect(seen.contains("in flight"))
            #expect(seen.contains("done           10"))
        } else {
            #expect(service.uploads.isEmpty)
            #expect(seen.contains("Nothing was sent."))
        }
    }

    @Test("`read … | head -1` ends without an error message")
    func brokenPipe() async throws {
        let project = try TestProject()
        try project.add(.full, as: "campaign.csv")
        let output = project.file("head")
        let process = try ChildProcess(
            ChildProcess.Launch(
                executable: "/bin/sh",
                arguments: [
                    "-c", "{ '\(Executable.glossport.path)' read campaign.csv; echo \"exit $?\" >&2; } | head -n 1",
                ],
                environment: ["PATH": "/usr/bin:/bin"],
                folder: project.path,
                outputPath: output,
                errorPath: output + ".err"
            )
        )
        #expect(await process.end() == .exited(0))
        #expect(try String(contentsOfFile: output, encoding: .utf8).hasPrefix("{\"key\":\"campaign-1.header\""))
        #expect(try String(contentsOfFile: output + ".err", encoding: .utf8) == "exit 0\n")
    }

    @Test("No output, journal or file of the emulator contains the key or a token")
    func secrets() async throws {
        let project = try project()
        let (calls, _) = try await Emulator.with(in: project, "--fault", "500-before/uploadMessage@2,4") { emulator in
            let endpoint = ["--endpoint", emulator.endpoint]
            return [
                try await Glossport.run(["plan", "-v"] + endpoint, in: project),
                try await Glossport.run(["import", "-v"] + endpoint, in: project),
                try await Glossport.run("status", "-v", "--output", "json", in: project),
            ]
        }
        #expect(calls.map(\.exitCode) == [0, 0, 0])
        // Every line of the key, and the beginning of every token: {"alg" in Base64.
        let secrets =
            project.privateKey.split(separator: "\n").filter { !$0.hasPrefix("---") }.map(String.init) + ["eyJ"]
        let files = try FileManager.default.subpathsOfDirectory(atPath: project.path)
            .filter { $0 != TestProject.keyFile }
            .compactMap { try? Data(contentsOf: URL(fileURLWithPath: project.file($0))) }
        #expect(files.count > 8)
        for secret in secrets {
            #expect(!files.contains { $0.range(of: Data(secret.utf8)) != nil })
            #expect(!calls.contains { $0.output.contains(secret) })
        }
    }
}
