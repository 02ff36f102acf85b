import Foundation
import Testing

/// Plans as redirected text, before a question on a terminal, and in Markdown reports.
@Suite("Readable plans")
struct PlanTests {
    private static let pictures = ["keep-annual.png", "keep-annual/ja.png"]

    private func write(_ project: TestProject, german: String, picture: Int, pause: Bool) throws {
        let more = pause ? "pause.header,Pause,Pause,Pause\npause.body,Take a break,Mach Pause,Fais une pause\n" : ""
        try project.write(
            """
            key,en-US,de-DE,fr-FR
            keep.header,Dinner,Abendessen,Dîner
            keep.body,Recipes for each week,\(german),Des recettes pour chaque semaine
            stay.header,Stay,Bleib,Reste
            stay.body,Stay with us,Bleib bei uns,Reste avec nous
            stay.altText,A table,Ein Tisch,Une table
            \(more)
            """,
            to: "vendor/texts.csv"
        )
        try? FileManager.default.removeItem(atPath: project.file("stay.png"))
        try FileManager.default.copyItem(
            atPath: Repository.file("samples/northlight/images/\(Self.pictures[picture])"),
            toPath: project.file("stay.png")
        )
        let pausing = pause ? "  pause: { defaultFor: [com.example.pause] }" : ""
        let file = TestProject.projectFile(
            """
            deliveries: [{ path: vendor/ }]
            locales: { source: en-US, expected: [en-US, de-DE, fr-FR] }
            messages:
              keep: { defaultFor: [com.example.keep] }
              stay: { image: stay.png, defaultFor: [com.example.stay] }
            \(pausing)
            """,
            environment: "production"
        )
        try project.write(file, to: "glossport.yaml")
    }

    private static let sentence =
        "1 text changes, 3 pictures, 1 message is withdrawn; 4 defaults will change, 3 will be removed."

    @Test(
        "Plan, question and report show summary, withdrawals, texts and pictures in order"
    )
    func everywhere() async throws {
        let project = try TestProject()
        try write(project, german: "Rezepte für jede Woche", picture: 0, pause: true)
        _ = try await Emulator.with(in: project, "--approve-after", "0s") { emulator in
            let environment = ["GLOSSPORT_ENDPOINT": emulator.endpoint]
            let first = try await Glossport.run("import", "--yes", in: project, environment: environment)
            #expect(first.exitCode == 0, "\(first.output)")

            try write(project, german: "Rezepte für jeden Tag", picture: 1, pause: false)
            let plan = try await Glossport.run(
                ["plan", "--report", "markdown=plan.md", "--report", "github"],
                in: project,
                environment: environment.merging(["GITHUB_STEP_SUMMARY": project.file("summary.md")]) { $1 }
            )
            #expect(plan.exitCode == 0, "\(plan.output)")
            let lines = plan.stdout.split(separator: "\n").map(String.init)
            #expect(
                Array(lines[1...7].map { $0.prefix { $0 != "(" } }) == [
                    Substring(Self.sentence), "  - pause: withdrawn, still shown for com.example.pause in 3 locales",
                    "  ~ keep de-DE, default for com.example.keep", "      body  - Rezepte für [-jede Woche-]",
                    "            + Rezepte für {+jeden Tag+}", "  ~ stay: another picture in 3 locales ",
                    "      image  stay.png ",
                ],
                "\(plan.stdout)"
            )

            let markdown = try project.text("plan.md")
            #expect(markdown.contains("\n# Plan for com.example.northlight (production)\n\n**\(Self.sentence)**\n"))
            #expect(markdown.contains("Rezepte für <del>jede Woche</del> | Rezepte für <ins>jeden Tag</ins> |"))
            #expect(markdown.contains("- stay: another picture in 3 locales (de-DE, en-US, fr-FR)"))
            #expect(markdown.contains(try project.text("summary.md")))

            try project.write("n\n", to: "answer")
            let seen = try await PseudoTerminal.show(
                "stty cols 120; '\(Executable.glossport.path)' import",
                in: project,
                environment: environment.merging(["LANG": "C.UTF-8", "NO_COLOR": "1"]) { $1 },
                input: project.file("answer")
            )
            for line in lines[1...7] { #expect(seen.contains(line), "\(seen)") }
            #expect(seen.contains("[y/N]"), "\(seen)")
        }
    }

    @Test("A plan's JSON output has the same counts and groups as its text")
    func json() async throws {
        let project = try TestProject()
        try write(project, german: "Rezepte für jede Woche", picture: 0, pause: true)
        _ = try await Emulator.with(in: project, "--approve-after", "0s") { emulator in
            let environment = ["GLOSSPORT_ENDPOINT": emulator.endpoint]
            _ = try await Glossport.run("import", "--yes", in: project, environment: environment)
            try write(project, german: "Rezepte für jeden Tag", picture: 1, pause: false)
            let plan = try await Glossport.run("plan", "-o", "json", in: project, environment: environment).json()
            let summary = try #require(plan["summary"])
            #expect(summary["texts"]?.int == 1 && summary["pictures"]?.int == 3)
            #expect(summary["withdrawnMessages"]?.elements.compactMap(\.string) == ["pause"])
            #expect(summary["defaults"]?["changed"]?.int == 4 && summary["defaults"]?["removed"]?.int == 3)
            let (texts, pictures) = (plan["changes"]?["texts"]?.elements, plan["changes"]?["pictures"]?.elements)
            #expect(texts?.count == 1 && pictures?.count == 1)
            #expect(texts?.first?["fields"]?.elements.first?["old"]?.string == "Rezepte für jede Woche")
            #expect(pictures?.first?["locales"]?.elements.compactMap(\.string) == ["de-DE", "en-US", "fr-FR"])
            #expect(plan["withdrawn"]?.elements.first?["slots"]?.elements.count == 3)
        }
    }

    @Test("A rollback between two texts with the same header shows the fields that differ")
    func rollback() async throws {
        let project = try TestProject()
        try write(project, german: "Rezepte für jede Woche", picture: 0, pause: false)
        _ = try await Emulator.with(in: project, "--approve-after", "0s") { emulator in
            let environment = ["GLOSSPORT_ENDPOINT": emulator.endpoint]
            _ = try await Glossport.run("import", "--yes", in: project, environment: environment)
            try write(project, german: "Rezepte für jeden Tag", picture: 0, pause: false)
            _ = try await Glossport.run("import", "--yes", in: project, environment: environment)
            let call = try await Glossport.run("defaults", "rollback", "--yes", in: project, environment: environment)
            #expect(
                call.stderr.contains("body “Rezepte für jeden Tag”  body “Rezepte für jede Woche”"),
                "\(call.output)"
            )
            let plan = try await Glossport.run("plan", in: project, environment: environment)
            #expect(plan.stdout.contains("  ~ keep de-DE, default for com.example.keep, set by hand or rolled back\n"))
        }
    }

    @Test("plan counts warnings and lists them on request")
    func warnings() async throws {
        let project = try TestProject()
        try project.write(
            "app: com.example.app\ndeliveries: [{ path: a.csv }]\nmessages: { keep: {} }\n",
            to: "glossport.yaml"
        )
        try project.write("key,de-DE\nkeep.header,Bleib  hier\nkeep.body,Da.\n", to: "a.csv")
        let plan = ["plan", "--offline", "--environment", "sandbox"]
        let counted = try await Glossport.run(plan, in: project)
        #expect(counted.stderr.contains("1 warning; `glossport validate"))
        #expect(!counted.stderr.contains("double-space"))
        #expect(try await !Glossport.run(plan + ["--quiet"], in: project).stderr.contains("1 warning"))
        #expect(try await Glossport.run(plan + ["--verbose"], in: project).stderr.contains("double-space"))
    }
}
