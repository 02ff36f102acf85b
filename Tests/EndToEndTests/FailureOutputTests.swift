import Foundation
import Testing

/// Every failure gives one document with `--output json`, and one last line with `--output jsonl`.
@Suite("Failures as JSON")
struct FailureOutputTests {
    private func project(_ extra: String = "") throws -> TestProject {
        let project = try TestProject("deliveries: [{ path: vendor/ }]\n" + extra)
        try project.add(.small)
        return project
    }

    /// Checks the members that every failure has, and the first error's code.
    private func expect(
        _ call: Glossport,
        _ code: String,
        exit: Int32,
        _ location: Testing.SourceLocation = #_sourceLocation
    ) throws {
        #expect(call.exitCode == exit, "\(call.output)", sourceLocation: location)
        let failure = try call.json(location)
        #expect(failure["schema"]?.string == "glossport.failure/1", sourceLocation: location)
        #expect(failure["exitCode"]?.int == Int(exit), sourceLocation: location)
        #expect(
            failure.members.isSuperset(of: ["command", "version", "time", "outcome", "errors"]),
            sourceLocation: location
        )
        let error = try #require(failure["errors"]?.elements.first, sourceLocation: location)
        #expect(error["code"]?.string == code, "\(call.stdout)", sourceLocation: location)
        #expect(error["message"]?.string?.isEmpty == false, sourceLocation: location)
        #expect(!call.stderr.isEmpty, "people are told as well", sourceLocation: location)
    }

    @Test("1: the journal is missing")
    func noJournal() async throws {
        try expect(try await Glossport.run("status", "-o", "json", in: try project()), "journal", exit: 1)
    }

    @Test(
        "2: the call is invalid",
        arguments: [
            ["import", "--bogus", "--output", "json"], ["imprt", "-o", "json"], ["--output=json", "import"],
            ["import", "--output", "json", "--deadline", "soon"], ["validate", "-o=json", "nowhere.csv"],
            ["validate", "--report", "xml", "-o", "json"], ["read", "nowhere.csv", "--output", "json"],
        ]
    )
    func usage(arguments: [String]) async throws {
        let call = try await Glossport.run(arguments, in: try project())
        let isFile = arguments.contains("nowhere.csv")
        try expect(call, isFile ? "unreadable-input" : "invalid-option", exit: 2)
        #expect(try call.json()["errors"]?.elements.first?["remedy"]?.string?.isEmpty == false)
    }

    @Test("2: every mistake in the project file is reported with its location")
    func projectFile() async throws {
        let call = try await Glossport.run("import", "-o", "json", in: try project("pase: hourly\nrulez: {}\n"))
        try expect(call, "invalid-project", exit: 2)
        let errors = try call.json()["errors"]?.elements ?? []
        #expect(errors.count == 2)
        #expect(errors.allSatisfy { $0.members.isSuperset(of: ["path", "line", "column", "remedy"]) })
    }

    @Test("2: a change in production cannot be confirmed without a terminal")
    func unconfirmed() async throws {
        let call = try await Glossport.run("import", "-o", "json", "--environment", "production", in: try project())
        try expect(call, "invalid-option", exit: 2)
    }

    @Test("4: the document contains the same findings as `validate`", arguments: ["import", "plan"])
    func findings(command: String) async throws {
        let project = try project("locales: { expected: [bn-BD, zh-Hant] }")
        let call = try await Glossport.run(command, "--output", "json", in: project)
        try expect(call, "findings", exit: 4)
        let check = try #require(try call.json()["check"])
        let validated = try await Glossport.run("validate", "--output", "json", in: project).json()
        #expect(check.members == validated.members)
        #expect(check["findings"]?.elements.count == validated["findings"]?.elements.count)
        let lines = try await Glossport.run(command, "--output", "jsonl", in: project).jsonLines()
        #expect(lines.count == 1)
        #expect(lines[0]["event"]?.string == "end")
    }

    @Test("7: the key cannot be used")
    func key() async throws {
        let project = try project()
        try FileManager.default.removeItem(atPath: project.file(TestProject.keyFile))
        let call = try await Glossport.run("import", "-o", "json", in: project)
        try expect(call, "credentials", exit: 7)
        #expect(try call.json()["run"] == nil, "nothing had begun")
    }

    @Test("7: the service refuses the key, and the document contains the run and its requests")
    func refused() async throws {
        let (project, other) = (try project(), try TestProject())
        let (call, _) = try await Emulator.with(in: project, publicKey: other.publicKeyPath) { emulator in
            try await Glossport.run("import", "-o", "json", "--endpoint", emulator.endpoint, in: project)
        }
        try expect(call, "credentials", exit: 7)
        let run = try #require(try call.json()["run"])
        #expect(run.members == ["id", "app", "environment", "journal", "started", "requests"])
        #expect(run["id"]?.int == 1)
        #expect((run["requests"]?["listMessages"]?.int ?? 0) >= 1)
    }

    @Test("9: the hour's quota for lists is used up")
    func quota() async throws {
        let project = try project("budgets: { listMessages: 1 }")
        let (calls, _) = try await Emulator.with(in: project) { emulator in
            let arguments = ["plan", "-o", "json", "--max-wait", "0s", "--endpoint", emulator.endpoint]
            return [
                try await Glossport.run(arguments, in: project), try await Glossport.run(arguments, in: project),
            ]
        }
        #expect(calls[0].exitCode == 0)
        try expect(calls[1], "quota", exit: 9)
    }

    @Test("10: the deadline is reached before or during the first request")
    func deadline() async throws {
        let project = try project()
        let (calls, _) = try await Emulator.with(in: project, "--fault", "delay:60s/listMessages=1") { emulator in
            let arguments = ["import", "-o", "json", "--endpoint", emulator.endpoint, "--deadline"]
            return [
                try await Glossport.run(arguments + ["0s"], in: project),
                try await Glossport.run(arguments + ["6s"], in: project),
            ]
        }
        try expect(calls[0], "deadline", exit: 10)
        try expect(calls[1], "deadline", exit: 10)
        #expect(try calls[1].json()["run"]?["requests"]?["listMessages"]?.int == 1)
    }

    @Test("11: another run has locked the journal; 130: that run is interrupted")
    func locked() async throws {
        let project = try project()
        let (calls, _) = try await Emulator.with(in: project, "--fault", "delay:60s/listMessages=1") { emulator in
            let arguments = ["import", "-o", "json", "--endpoint", emulator.endpoint]
            let first = try Glossport.start(arguments, in: project)
            try await project.whenThere(".sqlite-wal", in: ".glossport")
            let second = try await Glossport.run(arguments, in: project)
            first.process.send(SIGINT)
            return [second, try await first.result()]
        }
        try expect(calls[0], "journal-locked", exit: 11)
        #expect(calls[1].exitCode == 130)
        #expect(try calls[1].json()["outcome"]?.string == "interrupted")
    }

    @Test("20: with --detailed-exitcode a plan has changes; 0 after the import")
    func workToDo() async throws {
        let project = try project()
        let (calls, _) = try await Emulator.with(in: project) { emulator in
            var calls: [Glossport] = []
            for arguments in [["plan"], ["plan", "--detailed-exitcode"], ["import"], ["plan", "--detailed-exitcode"]] {
                calls.append(
                    try await Glossport.run(
                        arguments + ["-o", "json"],
                        in: project,
                        environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint]
                    )
                )
            }
            return calls
        }
        #expect(calls.map(\.exitCode) == [0, 20, 0, 0], "\(calls.map(\.stderr))")
        for call in calls { _ = try call.json() }
    }

    @Test("A closed pipe does not turn a failure into success", arguments: ["table", "json", "jsonl"])
    func closedPipe(form: String) async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]\nlocales: { expected: [zh-Hant] }")
        try project.add(Campaign(messages: 4, locales: 40))
        let output = project.file("head")
        let process = try ChildProcess(
            ChildProcess.Launch(
                executable: "/bin/bash",
                arguments: [
                    "-c",
                    "set -o pipefail; '\(Executable.glossport.path)' validate --all -o \(form) | head -n 1 > /dev/null",
                ],
                environment: ["PATH": "/usr/bin:/bin"],
                folder: project.path,
                outputPath: output,
                errorPath: output + ".err"
            )
        )
        #expect(await process.end() == .exited(4))
    }
}
