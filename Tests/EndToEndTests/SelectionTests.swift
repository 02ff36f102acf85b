import Testing

/// `--locale` and `--message` select; `--as-locale` says what files are in that do not say it.
@Suite("Selecting and naming locales", .bounded)
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

    @Test("Only what is selected is checked, planned and imported")
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
                "--endpoint",
                emulator.endpoint,
                in: project,
                environment: ["GLOSSPORT_LOCALE": "de-DE", "GLOSSPORT_MESSAGE": "back"]
            )
        }
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(service.messages.map(\.header) == ["Komm"])
    }

    @Test(
        "What there is not can't be selected",
        arguments: [
            (["--locale", "de"], "Did you mean de-DE?"), (["--locale", "it"], "Nothing was delivered in it."),
            (["--message", "kepe"], "Did you mean keep?"),
        ]
    )
    func unknown(flags: [String], sentence: String) async throws {
        let project = try project("rules: { missing-field: off, untranslated-field: off }")
        let call = try await Glossport.run(["validate"] + flags, in: project)
        #expect(call.exitCode == 2, "\(call.output)")
        #expect(call.stderr.contains(sentence), "\(call.output)")
    }

    @Test("A late locale is imported alone, whatever else the project expects")
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

    @Test(
        "A file that says that it is in another language is an error in every format",
        arguments: ["fr.lproj/a.strings", "a.csv", "wide.csv", "a.xliff", "a.xcstrings"]
    )
    func contradiction(path: String) async throws {
        let project = try TestProject()
        let texts = [
            "fr.lproj/a.strings": "\"keep.header\" = \"Reste\";\n\"keep.body\" = \"Corps\";\n",
            "a.csv": "key,locale,text\nkeep.header,fr,Reste\nkeep.body,fr,Corps\n",
            "wide.csv": "key,fr-CA\nkeep.header,Reste\nkeep.body,Corps\n",
            "a.xliff": """
            <xliff version="1.2"><file original="x" source-language="en" target-language="fr" datatype="plaintext"><body>
            <trans-unit id="keep.header"><source>A</source><target>Reste</target></trans-unit>
            <trans-unit id="keep.body"><source>A</source><target>Corps</target></trans-unit></body></file></xliff>
            """,
            "a.xcstrings": """
            {"sourceLanguage": "en", "version": "1.0", "strings": {"keep.header": {"localizations":
            {"fr": {"stringUnit": {"state": "translated", "value": "Reste"}}}}}}
            """,
        ]
        try project.write(try #require(texts[path]), to: path)
        let wrong = try await Glossport.run("validate", path, "--as-locale", "de-DE", in: project)
        #expect(wrong.exitCode == 4, "\(wrong.output)")
        #expect(wrong.stdout.contains("[locale-contradiction ·"), "\(wrong.output)")
        let region = try await Glossport.run("validate", path, "--as-locale", "fr-FR", in: project)
        #expect(!region.stdout.contains("locale-contradiction"), "\(region.output)")
    }

    @Test("The project file may lower a contradiction to a warning; then the delivery's locale counts")
    func lowered() async throws {
        let project = try TestProject(
            "deliveries: [{ path: fr.lproj, locale: de-DE }]\nrules: { locale-contradiction: warning }"
        )
        try project.write("\"keep.header\" = \"Bleib\";\n\"keep.body\" = \"Rumpf\";\n", to: "fr.lproj/a.strings")
        let call = try await Glossport.run("validate", "--output", "json", in: project)
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(try call.json()["locales"]?.elements.map { $0["locale"]?.string } == ["de-DE"])
        #expect(try call.json()["counts"]?["warnings"]?.int == 1)
    }
}
