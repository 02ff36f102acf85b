import Foundation
import Testing

@Suite("Exit codes")
struct ExitCodeTests {
    private func project(_ campaign: Campaign = .small, _ extra: String = "") throws -> TestProject {
        let project = try TestProject("deliveries: [{ path: vendor/ }]\n" + extra)
        try project.add(campaign)
        return project
    }

    @Test(
        "2: an invalid call is reported in one line with a remedy",
        arguments: [
            (["imprt"], "Did you mean import?"),
            (["import", "--bogus"], "--bogus"),
            (["import", "--max-wait", "soon"], "1h30m"),
            (["import", "--deadline", "25"], "1h30m"),
            (["validate", "--option", "delimeter=;"], "delimiter"),
            (["validate", "--format", "docx"], "xliff"),
            (["validate", "nowhere.csv"], "nowhere.csv"),
            (["validate", "--explain", "text-to-long"], "text-too-long"),
            (["readers", "docx"], "xliff"),
            (["read"], "file"),
        ]
    )
    func usage(arguments: [String], hint: String) async throws {
        let call = try await Glossport.run(arguments, in: try project())
        #expect(call.exitCode == 2)
        #expect(call.stdout.isEmpty)
        let lines = call.stderr.split(separator: "\n")
        #expect(lines.first?.hasPrefix("glossport: error: ") == true, "\(call.stderr)")
        #expect(lines.count == 2, "what is wrong, and what to do: \(call.stderr)")
        #expect(call.stderr.contains(hint), "\(call.stderr)")
    }

    @Test("2: there is no project file")
    func noProjectFile() async throws {
        let project = try project()
        try FileManager.default.removeItem(atPath: project.file("glossport.yaml"))
        let call = try await Glossport.run("import", in: project)
        #expect(call.exitCode == 2)
        #expect(call.stderr.contains("glossport init"))
    }

    @Test("2: a change in production without --yes cannot be confirmed without a terminal")
    func unconfirmed() async throws {
        let project = try project()
        let (call, service) = try await Emulator.with(in: project, "--environment", "production") { emulator in
            try await Glossport.run(
                "import",
                "--environment",
                "production",
                "--endpoint",
                emulator.endpoint,
                in: project
            )
        }
        #expect(call.exitCode == 2)
        #expect(call.stderr.contains("--yes"))
        #expect(service.requests.isEmpty)
    }

    @Test("3: the service refuses some messages and accepts the others")
    func partial() async throws {
        let project = try project(Campaign(messages: 1, locales: 50), Self.toleratesGaps)
        try project.write(Self.doubtfulLength, to: "vendor/doubtful.csv")
        let (calls, service) = try await Emulator.with(in: project, "--length-unit", "utf16") { emulator in
            let arguments = ["import", "--endpoint", emulator.endpoint]
            return [
                try await Glossport.run(arguments + ["--output", "json"], in: project),
                try await Glossport.run(arguments, in: project),
            ]
        }
        #expect(calls.map(\.exitCode) == [3, 3])
        let report = try calls[0].json()
        #expect(report["done"]?.int == 50)
        #expect(report["failed"]?.int == 1)
        let failure = try #require(report["failures"]?.elements.first)
        #expect(failure.members.isSuperset(of: ["item", "verdict", "reason"]))
        let item = try #require(failure["item"])
        #expect(item.members.isSuperset(of: ["id", "message", "locale", "source"]))
        #expect(item["source"]?["path"]?.string == "vendor/doubtful.csv" && item["source"]?["line"]?.int == 2)
        #expect(failure["reason"]?.string?.contains("header") == true)
        #expect(service.uploads.count == 51, "what was refused is not tried again unchanged")
        #expect(calls[1].stdout.contains("vendor/doubtful.csv:2:"), "where the refused text stands")
    }

    /// 66 characters for users, but more in UTF-16 units: a warning here, and perhaps a refusal at the service.
    private static let doubtfulLength = """
        key,locale,text
        doubtful.header,de-DE,\(String(repeating: "🌌", count: 3))\(String(repeating: "n", count: 63))
        doubtful.body,de-DE,Nacht
        """

    private static let toleratesGaps = "rules: { message-missing-in-locale: off }"

    @Test("3: the service fails, and the run reports it")
    func unreachable() async throws {
        let project = try project(Campaign(messages: 1, locales: 50))
        let (call, _) = try await Emulator.with(in: project, "--fault", "reset-before/uploadMessage=1") { emulator in
            try await Glossport.run(
                "import",
                "--endpoint",
                emulator.endpoint,
                "--max-wait",
                "1s",
                "--output",
                "json",
                in: project
            )
        }
        #expect(call.exitCode == 3)
        #expect(try call.json()["done"]?.int == 0)
        #expect(call.stderr.contains("no answer since"), "off a terminal, too, it says why nothing moves")
    }

    @Test("6: the service does not answer within --max-wait, and the run reports that it waits")
    func silence() async throws {
        let project = try project(.small)
        let flags = ["--endpoint", "http://127.0.0.1:1", "--max-wait", "3s"]
        let call = try await Glossport.run(["import"] + flags, in: project)
        #expect(call.exitCode == 6, "\(call.output)")
        #expect(call.stderr.contains("No answer from the service since "), "\(call.output)")
        #expect(call.stderr.contains("(Connection refused). Trying again until "), "\(call.output)")
    }

    @Test("4: findings stop the run before anything is sent")
    func findings() async throws {
        let project = try project(.small, "locales: { expected: [bn-BD, zh-Hant] }")
        let (call, service) = try await Emulator.with(in: project) { emulator in
            try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
        }
        #expect(call.exitCode == 4)
        #expect(call.stderr.contains("zh-Hant"))
        #expect(call.stderr.contains("Nothing was sent."))
        #expect(service.requests.isEmpty)
        #expect(try await Glossport.run("validate", in: project).exitCode == 4)
        #expect(try await Glossport.run("plan", "--offline", in: project).exitCode == 4)
    }

    @Test("7: Apple does not know the key")
    func wrongKey() async throws {
        let (project, other) = (try project(), try TestProject())
        let (call, service) = try await Emulator.with(in: project, publicKey: other.publicKeyPath) { emulator in
            try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
        }
        #expect(call.exitCode == 7)
        #expect(call.stderr.contains("key"))
        #expect(service.uploads.isEmpty)
        #expect(service.requests.count <= 2, "one try, and one with a fresh token")
    }

    @Test("7: the account has no access")
    func noAccess() async throws {
        let project = try project()
        let (call, _) = try await Emulator.with(in: project, "--no-access") { emulator in
            try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
        }
        #expect(call.exitCode == 7)
        #expect(call.stderr.contains("access"))
    }

    @Test("7: other users can read the private key file")
    func unsafeKeyFile() async throws {
        let project = try project()
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o644],
            ofItemAtPath: project.file(TestProject.keyFile)
        )
        let (call, service) = try await Emulator.with(in: project) { emulator in
            try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
        }
        #expect(call.exitCode == 7)
        #expect(call.stderr.contains("chmod 600"))
        #expect(service.requests.isEmpty)
    }

    @Test("8: the app's capacity is reached before all messages are uploaded")
    func capacity() async throws {
        let project = try project(Campaign(messages: 1, locales: 30))
        let (call, service) = try await Emulator.with(in: project, "--max-messages", "20") { emulator in
            try await Glossport.run("import", "--endpoint", emulator.endpoint, "--output", "json", in: project)
        }
        #expect(call.exitCode == 8)
        let report = try call.json()
        #expect(report["done"]?.int == 20)
        #expect(report["notYet"]?.int == 10)
        #expect(report["failed"]?.int == 0)
        #expect(service.messages.count == 20)
    }

    @Test("9: the hour's allowance is used up, and --max-wait is zero")
    func notYet() async throws {
        let project = try project(Campaign(messages: 10, locales: 40))
        let (call, service) = try await Emulator.with(in: project) { emulator in
            try await Glossport.run("import", "--endpoint", emulator.endpoint, "--max-wait", "0s", in: project)
        }
        #expect(call.exitCode == 9)
        #expect(call.stdout.contains("run the same command again then"))
        #expect(service.messages.count == 360, "a tenth of production's 3,600")
        #expect(service.uploads.allSatisfy { $0.status == 200 })
    }

    @Test("10: the deadline is reached, and the next run continues")
    func deadline() async throws {
        let project = try project(Campaign(messages: 10, locales: 30))
        let (calls, service) = try await Emulator.with(in: project, "--rate-profile", "none") { emulator in
            let arguments = ["import", "--endpoint", emulator.endpoint]
            return [
                try await Glossport.run(arguments + ["--deadline", "0s"], in: project),
                try await Glossport.run(arguments, in: project),
            ]
        }
        #expect(calls.map(\.exitCode) == [10, 0], "\(calls.map(\.output))")
        #expect(service.messages.count == 300)
        #expect(service.uploadsSentAgain == 0)
    }

    @Test("10: the deadline is reached before the service answers the list request")
    func deadlineOfList() async throws {
        let project = try project(.small)
        let (call, service) = try await Emulator.with(in: project, "--fault", "delay:20s/listMessages=1") { emulator in
            // Long enough for a busy machine to have sent the request.
            try await Glossport.run("import", "--endpoint", emulator.endpoint, "--deadline", "8s", in: project)
        }
        #expect(call.exitCode == 10, "\(call.output)")
        #expect(call.stderr.contains("nothing was sent"))
        #expect(service.uploads.isEmpty)
    }

    /// Whether a process holds SQLite's write lock, which in WAL mode is byte 120 of the `-shm` file.
    private func isBeingWritten(_ journal: String) -> Bool {
        let file = open(journal + "-shm", O_RDWR)
        defer { close(file) }
        var lock = flock()
        lock.l_type = Int16(F_WRLCK)
        lock.l_start = 120
        lock.l_len = 1
        return fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != Int16(F_UNLCK)
    }

    /// Returns the results of an import, of the calls made while it is suspended, and of the calls after it.
    private func whileImportIsSuspended(
        _ body: (_ project: TestProject, _ arguments: [String]) async throws -> [Glossport],
        afterwards: (_ project: TestProject, _ arguments: [String]) async throws -> [Glossport] = { _, _ in [] }
    ) async throws -> (value: [Glossport], service: Service) {
        let project = try project(Campaign(messages: 2, locales: 50))
        return try await Emulator.with(
            in: project,
            "--rate-profile",
            "none",
            "--fault",
            "delay:100ms/uploadMessage=1"
        ) { emulator in
            let arguments = ["import", "--endpoint", emulator.endpoint]
            let first = try Glossport.start(arguments, in: project)
            // A suspended import certainly has not ended. Its requests in flight may time out meanwhile and be repeated.
            var requests = 5
            try await emulator.whenLogged(requests, send: SIGSTOP, to: first.process)
            // Within a commit, it would keep other processes from the journal, so let it go on until the next request.
            while isBeingWritten(project.file(".glossport/journal.sqlite")) {
                first.process.send(SIGCONT)
                requests += 1
                try await emulator.whenLogged(requests, send: SIGSTOP, to: first.process)
            }
            let meanwhile = try await body(project, arguments)
            first.process.send(SIGCONT)
            return [try await first.result()] + meanwhile + (try await afterwards(project, arguments))
        }
    }

    #if os(Linux)
        @Test("11: a second import is refused, although the lock file was deleted")
        func deletedLock() async throws {
            let (calls, service) = try await whileImportIsSuspended { project, arguments in
                let folder = project.file(".glossport")
                for name in try FileManager.default.contentsOfDirectory(atPath: folder) where name.hasSuffix(".lock") {
                    try FileManager.default.removeItem(atPath: folder + "/" + name)
                }
                return [
                    try await Glossport.run(arguments, in: project),
                    try await Glossport.run("status", "-o", "json", in: project),
                ]
            } afterwards: { project, arguments in
                // Remains of the deleted lock do not block a later import.
                [try await Glossport.run(arguments, in: project)]
            }
            #expect(calls.map(\.exitCode) == [0, 11, 0, 0], "\(calls.map(\.output))")
            #expect(calls[1].stderr.contains("(`import`), which is still running."), "\(calls[1].stderr)")
            let working = try calls[2].json()["working"]
            #expect(working?["command"]?.string == "import" && working?["isAlive"]?.bool == true, "\(calls[2].output)")
            #expect(service.uploads.count(where: \.committed) == 100)
        }
    #endif

    @Test("11: of two imports at once, the second does not wait, and the first continues")
    func locked() async throws {
        let (calls, service) = try await whileImportIsSuspended { project, arguments in
            [try await Glossport.run(arguments, in: project)]
        }
        #expect(calls.map(\.exitCode) == [0, 11], "\(calls.map(\.output))")
        #expect(service.messages.count == 100)
        #expect(service.uploads.count(where: \.committed) == 100)
    }

    @Test("0: --help, --version, help and a call without arguments succeed")
    func help() async throws {
        let project = try project()
        for arguments in [["--help"], ["help", "import"], ["--version"], []] {
            let call = try await Glossport.run(arguments, in: project)
            #expect(call.exitCode == 0)
            #expect(call.stderr.isEmpty)
            #expect(!call.stdout.isEmpty)
        }
    }
}
