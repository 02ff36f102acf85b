import Testing

@Suite("Hints")
struct HintTests {
    @Test("plan, import and coverage report messages that no product shows")
    func unshown() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.add(.small)
        let (calls, _) = try await Emulator.with(in: project) { emulator in
            [
                try await Glossport.run("plan", "--endpoint", emulator.endpoint, in: project),
                try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project),
                try await Glossport.run("coverage", in: project),
            ]
        }
        for call in calls { #expect(call.stdout.contains("No product shows "), "\(call.output)") }
    }

    @Test("simulate suggests the nearest locale or product for an unknown one")
    func simulate() async throws {
        let project = try TestProject.keep()
        let (calls, _) = try await Emulator.with(in: project) { emulator in
            [
                try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project),
                try await Glossport.run("simulate", "--product", TestProject.product, "--locale", "de", in: project),
                try await Glossport.run(
                    "simulate",
                    "--product",
                    "com.example.northlight.anual",
                    "--locale",
                    "de-DE",
                    in: project
                ),
                try await Glossport.run("simulate", "--product", TestProject.product, "--locale", "de-DE", in: project),
            ]
        }
        #expect(calls.map(\.exitCode) == [0, 2, 2, 0], "\(calls.map(\.output))")
        #expect(calls[1].stderr.contains("Did you mean de-DE?"))
        #expect(calls[2].stderr.contains("Did you mean \(TestProject.product)?"))
    }

    @Test("One late file can be imported alone, although the project expects other locales")
    func late() async throws {
        let project = try TestProject("locales: { expected: [de-DE, fr-FR, ja] }")
        try project.write("\"keep.header\" = \"✦\";\n\"keep.body\" = \"✧\";\n", to: "late/ja.lproj/Retention.strings")
        try project.write("\"keep.header\" = \"✦\";\n\"keep.body\" = \"✧\";\n", to: "late.strings")
        let (calls, _) = try await Emulator.with(in: project) { emulator in
            [
                try await Glossport.run("import", "late/ja.lproj", "--endpoint", emulator.endpoint, in: project),
                try await Glossport.run(
                    "import",
                    "late.strings",
                    "--as-locale",
                    "fr-FR",
                    "--endpoint",
                    emulator.endpoint,
                    in: project
                ),
            ]
        }
        #expect(calls.map(\.exitCode) == [0, 0], "\(calls.map(\.output))")
    }
}
