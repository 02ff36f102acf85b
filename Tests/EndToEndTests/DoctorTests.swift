import Testing

@Suite("`doctor`")
struct DoctorTests {
    @Test("If doctor finds no problem, it succeeds, and it counts its own list request")
    func fine() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.add(.small)
        let calls = try await Emulator.with(in: project) { emulator in
            let first = try await Glossport.run("doctor", "--endpoint", emulator.endpoint, in: project)
            _ = try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
            let second = try await Glossport.run("doctor", "--endpoint", emulator.endpoint, "-o", "json", in: project)
            return [first, second]
        }
        .value
        #expect(calls[0].exitCode == 0, "\(calls[0].output)")
        #expect(calls[0].stdout.contains("There is no journal at"))
        #expect(calls[0].stdout.contains("It holds 0 of 2000 messages."))
        #expect(calls[1].exitCode == 0, "\(calls[1].output)")
        let report = try calls[1].json()
        // Tests have no dictionaries.
        let checks = try #require(report["checks"]?.elements).filter { $0["subject"]?.string != "spelling" }
        #expect(
            checks.compactMap { $0["subject"]?.string } == ["journal", "key", "service", "clock", "token", "access"]
        )
        #expect(checks.allSatisfy { $0["verdict"]?.string == "fine" })
        let lists = report["budgets"]?.elements.first { $0["endpoint"]?.string == "listMessages" }
        // Two of the import, before and after its uploads, and one of the second `doctor`.
        #expect(lists?["spent"]?.int == 3)
        #expect(lists?["allowance"]?.int == 360)
    }

    @Test("A probe requires `--yes`, measures the limits and leaves only its two report files")
    func probe() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.add(.small)
        let (calls, state) = try await Emulator.with(in: project, "--full-height-only", "--length-unit", "utf16") {
            emulator in
            func probe(_ arguments: String...) async throws -> Glossport {
                try await Glossport.run(
                    ["doctor", "--probe", "--endpoint", emulator.endpoint] + arguments,
                    in: project
                )
            }
            let asked = try await probe()
            let production = try await probe("--environment", "production", "--yes")
            return [asked, production, try await probe("--yes"), try await probe("--yes", "-o", "json")]
        }
        #expect(calls[0].exitCode == 2 && calls[0].stderr.contains("To go ahead, add --yes"), "\(calls[0].output)")
        #expect(calls[1].exitCode == 2 && calls[1].stderr.contains("sandbox only"), "\(calls[1].output)")
        #expect(calls[2].exitCode == 0, "\(calls[2].output)")
        #expect(calls[2].stdout.contains("  limits: { unit: utf16, imageHeight: 2160 }\n"), "\(calls[2].output)")
        #expect(try project.text("probe.md").hasPrefix("# Glossport probe of Apple’s sandbox\n"))
        #expect(try project.text("probe.json") == calls[3].stdout, "\(calls[3].output)")
        #expect(state.messages.isEmpty)
        // The suggested line is valid in the project file.
        try project.configure("limits: { unit: utf16, imageHeight: 2160 }")
        #expect(try await Glossport.run("validate", in: project).exitCode == 0)
    }

    @Test("An unknown key and a missing key have different reports, and the key is not shown")
    func keys() async throws {
        let project = try TestProject()
        let other = try TestProject()
        let call = try await Emulator.with(in: project, publicKey: other.publicKeyPath) { emulator in
            try await Glossport.run("doctor", "--endpoint", emulator.endpoint, in: project)
        }
        .value
        #expect(call.exitCode == 7)
        #expect(call.stdout.contains("PROBLEM  token"))
        let secret = project.privateKey.split(separator: "\n").dropFirst().first.map(String.init)
        #expect(!call.output.contains(try #require(secret)))
        let nowhere = ["GLOSSPORT_PRIVATE_KEY_FILE": "nowhere.p8"]
        let missing = try await Glossport.run("doctor", in: project, environment: nowhere)
        #expect(missing.exitCode == 7)
        #expect(missing.stdout.contains("PROBLEM  key       The private key nowhere.p8 can't be read"))
    }

    @Test("HTTPS_PROXY names the proxy for the service, and an invalid value gives exit code 2")
    func proxy() async throws {
        let project = try TestProject()
        // No process listens on port 1.
        for (value, code, sentence) in [
            ("http://ann:pa55word@127.0.0.1:1", 3, "No connection to 127.0.0.1:1"),
            ("socks5://ann:pa55word@127.0.0.1:1", 2, "HTTPS_PROXY names something other than an HTTP proxy."),
        ] {
            let call = try await Glossport.run(
                ["doctor", "--endpoint", "https://service.test"],
                in: project,
                environment: ["HTTPS_PROXY": value]
            )
            #expect(call.exitCode == code)
            #expect(call.output.contains(sentence), "\(call.output)")
            #expect(!call.output.contains("pa55word"))
        }
    }
}
