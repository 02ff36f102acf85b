import Foundation
import Testing

@Suite("Saved plans and promotion")
struct AgreementTests {
    private func project(_ german: String = "Bleib bei uns") throws -> TestProject {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try write(german, to: project)
        return project
    }

    private func write(_ german: String, to project: TestProject) throws {
        try project.write(
            "key,locale,text\nkeep.header,de-DE,\(german)\nkeep.body,de-DE,Text\n",
            to: "vendor/keep.csv"
        )
    }

    @Test("A saved plan applies unattended and a second time, but not after a text has changed")
    func savedPlan() async throws {
        let project = try project()
        _ = try await Emulator.with(in: project, "--approve-after", "never") { emulator in
            func call(_ arguments: String...) async throws -> Glossport {
                try await Glossport.run(
                    arguments + ["--environment", "production"],
                    in: project,
                    environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint]
                )
            }
            #expect(try await call("import").exitCode == 2)
            #expect(try await call("plan", "--out", "plan.json").exitCode == 0)
            let first = try await call("import", "--plan", "plan.json")
            #expect(first.exitCode == 0 && first.stdout.contains("done           1"), "\(first.output)")
            let again = try await call("import", "--plan", "plan.json")
            #expect(again.exitCode == 0 && again.stdout.contains("already there  1"), "\(again.output)")

            let elsewhere = try await Glossport.run(
                ["import", "--plan", "plan.json", "--environment", "sandbox"],
                in: project,
                environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint]
            )
            #expect(
                elsewhere.exitCode == 4 && elsewhere.stderr.contains("Add --environment production."),
                "\(elsewhere.output)"
            )

            try write("Geh nicht", to: project)
            let drifted = try await call("import", "--plan", "plan.json")
            #expect(drifted.exitCode == 4)
            #expect(drifted.stderr.contains("keep de-DE ("), "\(drifted.output)")
            #expect(drifted.stderr.contains("is out of date; nothing was sent."))
            let held = try await call("messages", "list", "--output", "json").json()
            #expect(held.elements.count == 1)
        }
    }

    @Test("Promotion sends only texts to production that are approved in the sandbox")
    func promotion() async throws {
        let project = try project()
        _ = try await Emulator.with(in: project, "--approve-after", "0s") { emulator in
            func call(_ arguments: String...) async throws -> Glossport {
                try await Glossport.run(
                    arguments,
                    in: project,
                    environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint]
                )
            }
            let early = try await call("promote", "--yes")
            #expect(early.exitCode == 4)
            #expect(early.stderr.contains("keep de-DE: not listed in sandbox"), "\(early.output)")
            _ = try await call("import")
            #expect(try await call("promote").exitCode == 2)
            let contradiction = try await call("promote", "--environment", "sandbox", "--yes")
            #expect(contradiction.exitCode == 2)
            #expect(contradiction.stderr.contains("--environment is sandbox, but promote imports into production."))
            let promoted = try await call("promote", "--yes")
            #expect(promoted.exitCode == 0, "\(promoted.output)")
            #expect(promoted.stdout.contains("(production)"))

            try write("Geh nicht", to: project)
            #expect(try await call("promote", "--yes").exitCode == 4)
        }
    }

    @Test("IDs fixed in the delivery and in the project file are used, and a changed text needs a new one")
    func fixedIDs() async throws {
        let (german, french) = ("5d0f9bb6-7c07-4a3f-9a5e-4b8f0f0d7a11", "5d0f9bb6-7c07-4a3f-9a5e-4b8f0f0d7a12")
        let project = try TestProject(
            "deliveries: [{ path: vendor/ }]\nmessages: { keep: { defaultFor: [annual], ids: { fr-FR: \(french) } } }"
        )
        func write(_ header: String) throws {
            try project.write(
                """
                key,de-DE,fr-FR
                keep.header,\(header),Restez
                keep.body,Text,Texte
                keep.messageIdentifier,\(german.uppercased()),

                """,
                to: "vendor/keep.csv"
            )
        }
        try write("Bleib")
        _ = try await Emulator.with(in: project, "--approve-after", "0s") { emulator in
            func call(_ arguments: String...) async throws -> Glossport {
                try await Glossport.run(
                    arguments,
                    in: project,
                    environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint]
                )
            }
            let imported = try await call("import")
            #expect(imported.exitCode == 0, "\(imported.output)")
            let ids = try await call("ids", "--output", "json").json()
            #expect(ids["messages"]?.elements.compactMap { $0["id"]?.string } == [german, french])

            // Another journal does not contain these IDs, so it cannot know their content.
            #expect(try await call("import", "--journal", "other.sqlite").exitCode == 5)
            let file = try project.text("glossport.yaml")
            try project.write(file + "ifExists: skip\n", to: "skip.yaml")
            let skips = try await call("import", "--journal", "third.sqlite", "--project", "skip.yaml")
            #expect(skips.exitCode == 0, "\(skips.output)")

            try write("Anders")
            let changed = try await call("plan")
            #expect(changed.exitCode == 5)
            #expect(changed.stdout.contains("a changed text needs a new id"), "\(changed.output)")
        }
    }
}
