import Foundation
import Testing

@Suite("glossport import")
struct ImportTests {
    @Test("The samples are imported, and a second import sends nothing")
    func samples() async throws {
        let project = try TestProject(samples)
        try project.addSamples()
        let (calls, service) = try await Emulator.with(in: project) { emulator in
            let first = try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
            let second = try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
            return [first, second]
        }
        #expect(calls.map(\.exitCode) == [0, 0], "\(calls.map(\.output))")
        #expect(calls[0].stdout.contains("planned        88\n"))
        #expect(calls[1].stdout.contains("already there  88\n"))
        #expect(service.messages.count == 88)
        #expect(service.uploads.count == 88)
    }

    @Test(
        "A TLS certificate that this machine does not trust needs `caFile`",
        .enabled(if: ForeignTool.openSSL.isWanted, "openssl is not installed; `make test-all` installs it.")
    )
    func encrypted() async throws {
        let project = try TestProject(samples)
        try project.addSamples()
        // The same command as in the emulator's help.
        _ = try await ForeignTool.openSSL.run(
            ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", "tls.key"]
                + [
                    "-out", "tls.pem", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
                ],
            in: project
        )
        let (calls, service) = try await Emulator.with(
            in: project,
            "--tls-certificate",
            "tls.pem",
            "--tls-key",
            "tls.key"
        ) { emulator in
            #expect(emulator.endpoint.hasPrefix("https://"))
            var calls: [Glossport] = []
            let file = try project.text("glossport.yaml")
            for line in ["", "caFile: AuthKey_2X9R4HXF34.p8\n", "caFile: tls.pem\n"] {
                try project.write(file + line, to: "glossport.yaml")
                calls.append(try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project))
            }
            return calls
        }
        #expect(
            calls[0].stderr.contains("The server's certificate isn't trusted by this machine"),
            "\(calls[0].output)"
        )
        #expect(calls[1].exitCode == 2)
        #expect(calls[1].stderr.contains("contains no certificates in PEM form"), "\(calls[1].output)")
        #expect(calls[2].exitCode == 0, "\(calls[2].output)")
        #expect(service.messages.count == 88)
    }

    @Test("An import lists each kind once, and a second time only if it has sent items of that kind")
    func lists() async throws {
        let project = try TestProject(
            """
            deliveries: [{ path: vendor/ }]
            messages: { keep: { image: images/keep.png, defaultFor: [\(TestProject.product)] } }
            """
        )
        func write(_ german: String) throws {
            try project.write(
                "key,de-DE\nkeep.header,\(german)\nkeep.body,Text\nkeep.altText,Nacht\n",
                to: "vendor/keep.csv"
            )
        }
        try FileManager.default.createDirectory(atPath: project.file("images"), withIntermediateDirectories: true)
        try FileManager.default.copyItem(
            atPath: Repository.file("samples/broken-images/images/misnamed.png"),
            toPath: project.file("images/keep.png")
        )
        let (calls, service) = try await Emulator.with(in: project, "--approve-after", "0s") { emulator in
            var calls: [Glossport] = []
            for text in ["Bleib", "Bleib doch", "Bleib doch"] {
                try write(text)
                calls.append(try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project))
            }
            return calls
        }
        #expect(calls.map(\.exitCode) == [0, 0, 0], "\(calls.map(\.output))")
        // The three imports send everything, one text and nothing.
        #expect(service.requests.count { $0.endpoint == "listImages" } == 2 + 1 + 1)
        #expect(service.requests.count { $0.endpoint == "listMessages" } == 2 + 2 + 1)
        #expect(service.defaults.count == 1 && service.messages.count == 2)
    }

    private let samples = """
        deliveries:
          - path: vendor
        locales:
          map: { es-419: es-MX }
        messages: { keep-annual: {}, keep-monthly: {}, offer-winback: {}, switch-to-annual: {} }
        """
}
