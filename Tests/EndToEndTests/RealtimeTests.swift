import Testing

@Suite("`realtime`")
struct RealtimeTests {
    private static let url = "https://retention.example.com/apple"

    private func with(
        _ flags: [String],
        in project: TestProject,
        _ body: @Sendable (_ call: @Sendable (String...) async throws -> Glossport) async throws -> Void
    ) async throws {
        _ = try await Emulator.with(in: project, more: flags) { emulator in
            try await body { arguments in
                try await Glossport.run(
                    arguments,
                    in: project,
                    environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint]
                )
            }
        }
    }

    @Test("The URL can be set and deleted, and `doctor` and `simulate` show it")
    func url() async throws {
        let project = try TestProject.keep()
        try await with([], in: project) { call in
            #expect(try await call("realtime").stdout.contains("has no real-time URL"))
            let set = try await call("realtime", "url", Self.url)
            #expect(set.exitCode == 0, "\(set.output)")
            #expect(try await call("realtime", "-o", "json").json()["url"]?.string == Self.url)
            #expect(try await call("realtime", "url", Self.url).stdout == "This is the real-time URL already.\n")
            #expect(try await call("doctor").stdout.contains("Apple asks \(Self.url)"))
            let simulated = try await call("simulate", "--product", TestProject.product, "--locale", "de-DE")
            #expect(simulated.stdout.contains("Apple asks \(Self.url) first"))
            #expect(try await call("realtime", "url", "--delete").stdout.hasSuffix("is deleted; it was \(Self.url)\n"))
            #expect(try await call("doctor").stdout.contains("Apple asks") == false)
        }
    }

    @Test("A non-ASCII host is shown in ASCII, and query values are in neither journal nor `doctor`")
    func disguised() async throws {
        let project = try TestProject.keep()
        try await with([], in: project) { call in
            let set = try await call("realtime", "url", "https://аррӏе.com/x?token=s3cr3t")
            #expect(set.exitCode == 0, "\(set.output)")
            #expect(set.stdout.contains("(host xn--80ak6aa92e.com)"))
            let doctor = try await call("doctor")
            #expect(doctor.stdout.contains("token=… (host xn--80ak6aa92e.com)") && !doctor.output.contains("s3cr3t"))
            #expect(try await call("journal", "export").stdout.contains("s3cr3t") == false)
        }
    }

    @Test(
        "A performance test gives exit code 0 if it passes, and 12 if it fails",
        arguments: [nil, "--performance-test-fails"]
    )
    func test(flag: String?) async throws {
        let code: Int32 = flag == nil ? 0 : 12
        let project = try TestProject.keep()
        try await with(["--performance-test-time", "300ms"] + [flag].compactMap(\.self), in: project) { call in
            #expect(try await call("realtime", "url", Self.url).exitCode == 0)
            let test = try await call("realtime", "test", "--original-transaction-id", "1")
            #expect(test.exitCode == code, "\(test.output)")
            #expect(test.stdout.hasPrefix("The test of \(Self.url) \(code == 0 ? "passed" : "failed").\n"))
        }
    }

    @Test("While a test is running, it gives exit code 9, and a second test is refused")
    func pending() async throws {
        let project = try TestProject.keep()
        try await with(["--performance-test-time", "1h"], in: project) { call in
            let early = try await call("realtime", "test", "--original-transaction-id", "1")
            #expect(early.exitCode == 1)
            #expect(early.stderr.contains("Set the sandbox's real-time URL before the test."))
            #expect(try await call("realtime", "url", Self.url).exitCode == 0)
            let test = try await call(
                "realtime",
                "test",
                "--original-transaction-id",
                "1",
                "--wait-for-test",
                "0s",
                "-o",
                "json"
            )
            #expect(test.exitCode == 9, "\(test.output)")
            let id = try #require(try test.json()["requestID"]?.string)
            let result = try await call("realtime", "test", "--result", id, "--wait-for-test", "0s")
            #expect(result.exitCode == 9)
            #expect(result.stdout.hasPrefix("The test is running: "))
            let second = try await call("realtime", "test", "--original-transaction-id", "1")
            #expect(second.exitCode == 1)
            #expect(second.stderr.contains("A performance test of this app is running"))
        }
    }

    @Test("In production, a URL requires confirmation and a passed test, and no test can be started")
    func production() async throws {
        let project = try TestProject.keep()
        let environment = ["--environment", "production"]
        try await with(environment, in: project) { call in
            let silent = try await call("realtime", "url", Self.url, "--environment", "production")
            #expect(silent.exitCode == 2)
            #expect(silent.stderr.contains("To go ahead, add --yes"))
            let untested = try await call("realtime", "url", Self.url, "--environment", "production", "--yes")
            #expect(untested.exitCode == 1)
            #expect(untested.stderr.contains("only after it has passed a performance test in the sandbox"))
            let test = try await call(
                "realtime",
                "test",
                "--original-transaction-id",
                "1",
                "--environment",
                "production"
            )
            #expect(test.exitCode == 2)
            #expect(test.stderr.contains("in the sandbox only"))
        }
    }

    @Test(
        "An invalid address gives exit code 2 and the reason",
        arguments: [
            ("http://a.example", "must begin with https:// and a host"), ("https://", "and a host"),
            ("https://u:p@a.example", "or a password"),
            ("https://a.example/" + String(repeating: "x", count: 240), "up to 256 characters, not 258"),
            ("https://a.example/\u{202E}gpj", "contains U+202E"), ("https://localhost/", "must have a public host"),
        ]
    )
    func invalid(url: String, words: String) async throws {
        let call = try await Glossport.run("realtime", "url", url, in: try TestProject.keep())
        #expect(call.exitCode == 2)
        #expect(call.stderr.contains(words), "\(call.stderr)")
    }
}
