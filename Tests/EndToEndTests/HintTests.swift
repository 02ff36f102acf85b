import Testing

/// What is told where the answer can be computed.
@Suite("Hints", .bounded)
struct HintTests {
    @Test("The pattern of the vendor's keys is told")
    func keys() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.write(
            Campaign.small.csv.replacing(".header", with: "_header").replacing(".body", with: "_body"),
            to: "vendor/a.csv"
        )
        let call = try await Glossport.run("validate", in: project)
        #expect(call.exitCode == 4)
        #expect(call.stdout.contains("Write `keys: \"{message}_{field}\"` in the project file."), "\(call.output)")
    }

    @Test("A word for a field is told by the field")
    func field() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.write("key,locale,text\nkeep.title,ja,✦\nkeep.body,ja,✧\nkeep.text,ja,✦✧\n", to: "vendor/a.csv")
        let call = try await Glossport.run("validate", in: project)
        #expect(call.stdout.contains("Did the vendor mean header?"), "\(call.output)")
        #expect(call.stdout.contains("Did the vendor mean altText?"), "\(call.output)")
    }

    @Test(
        "Mistakes of YAML are told by what to write",
        arguments: [
            ("deliveries:\n  - vendor/", "Write `- path: vendor/`."),
            ("locales:\n\texpected: [ja]", "indented with a tab"),
            ("deliveries:\n  - path: vendor/*.csv", "There are no patterns with *"),
        ]
    )
    func yaml(text: String, hint: String) async throws {
        let project = try TestProject(text)
        try project.add(.small)
        let call = try await Glossport.run("validate", in: project)
        #expect(call.exitCode == 2)
        #expect(call.stderr.contains(hint), "\(call.output)")
    }

    @Test("Accents that fit when they are composed are told so")
    func composed() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        let header = String(repeating: "e\u{301}", count: 40)
        try project.write("key,locale,text\nkeep.header,fr-FR,\(header)\nkeep.body,fr-FR,✧\n", to: "vendor/a.csv")
        let call = try await Glossport.run("validate", in: project)
        #expect(call.stdout.contains("then it fits, 40 however they are counted"), "\(call.output)")
    }

    @Test("What no product shows is said by plan, import and coverage")
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

    @Test("simulate knows locales and products")
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

    @Test("One late file is imported alone, whatever else the project expects")
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
