import Testing

/// `--locale` and `--message` select; `--as-locale` names the locale of files that do not declare one.
@Suite("Selecting and naming locales")
struct SelectionTests {
    private func project(_ extra: String = "") throws -> TestProject {
        let project = try TestProject("deliveries: [{ path: vendor }]\n" + extra)
        try project.write(
            """
            key,de,fr,ja
            keep.header,Bleib,Reste,続ける
            keep.body,Rumpf,Corps,本文
            back.header,Komm,Reviens,戻る
            back.body,Rumpf,Corps,

            """,
            to: "vendor/wide.csv"
        )
        return project
    }

    @Test("Only selected texts are checked, planned and imported")
    func selected() async throws {
        let project = try project()
        #expect(try await Glossport.run("validate", in: project).exitCode == 4)
        let valid = try await Glossport.run("validate", "--locale", "de-DE,fr-FR", "--message", "keep", in: project)
        #expect(valid.exitCode == 0, "\(valid.output)")
        #expect(valid.stdout.contains("4 used in 2 records (1 message, 2 locales); 7 not selected."), "\(valid.output)")
        let plan = try await Glossport.run(
            "plan",
            "--offline",
            "--output",
            "json",
            "--locale",
            "de-DE",
            "--locale",
            "fr-FR",
            in: project
        )
        #expect(try plan.json()["items"]?.elements.count == 4, "\(plan.output)")
        let (call, service) = try await Emulator.with(in: project) { emulator in
            try await Glossport.run(
                "import",
                "--locale",
                "de-DE",
                "--message",
                "back",
                "--endpoint",
                emulator.endpoint,
                in: project
            )
        }
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(service.messages.map(\.header) == ["Komm"])
    }

    @Test("A late locale can be imported alone, although the project expects others")
    func late() async throws {
        let project = try project("locales: { expected: [de-DE, fr-FR, ja, da] }\nmessages: { keep: , back: }")
        try project.write("\"keep.header\" = \"Bliv\";\n\"keep.body\" = \"Tekst\";\n", to: "late/Retention.strings")
        let (call, service) = try await Emulator.with(in: project) { emulator in
            try await Glossport.run(
                "import",
                "late/Retention.strings",
                "--as-locale",
                "da",
                "--endpoint",
                emulator.endpoint,
                in: project
            )
        }
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(service.messages.map(\.header) == ["Bliv"])
    }
}
