import Foundation
import Testing

@Suite(
    "`fleet`, with a journal in PostgreSQL",
    .enabled(if: ForeignTool.postgreSQL.isWanted, "PostgreSQL is not installed; `make test-all` installs it.")
)
struct FleetTests {
    /// Two apps in `new`, and the same with other texts in `old`, as checkouts of two days.
    private static func checkouts(_ journal: String) throws -> TestProject {
        let project = try TestProject()
        try FileManager.default.removeItem(atPath: project.file("glossport.yaml"))
        for name in ["a", "b"] {
            for checkout in ["old", "new"] {
                let file = TestProject.projectFile("deliveries: [{ path: \(name).csv }]\njournal: \(journal)\n")
                    .replacing(TestProject.app, with: "com.example.\(name)")
                    .replacing(TestProject.keyFile, with: "../" + TestProject.keyFile)
                try project.write(file, to: "\(checkout)/\(name).yaml")
                let texts = "key,locale,text\nkeep.header,en-US,Stay\nkeep.body,en-US,As in the \(checkout) days\n"
                try project.write(texts, to: "\(checkout)/\(name).csv")
            }
        }
        return project
    }

    @Test("What was submitted is imported, by whoever has just that; older files are skipped; people pause and resume")
    func life() async throws {
        try await Database.with { database in
            let project = try Self.checkouts(database.url)
            let (_, service) = try await Emulator.with(in: project) { emulator in
                func run(_ words: String, environment: [String: String] = [:]) async throws -> Glossport {
                    let arguments = words.split(separator: " ").map(String.init)
                    let service = arguments.first == "work" ? ["--endpoint", emulator.endpoint] : []
                    return try await Glossport.run(arguments + service, in: project, environment: environment)
                }
                func states() async throws -> [String: String] {
                    let report = try await run("fleet status --journal \(database.url) --output json").json()
                    let rows = report["projects"]?.elements ?? []
                    return Dictionary(rows.map { ($0["app"]?.string ?? "", $0["state"]?.string ?? "") }) { $1 }
                }

                let nowhere = try await run("fleet status")
                #expect(nowhere.exitCode == 2 && nowhere.stderr.contains("GLOSSPORT_JOURNAL"), "\(nowhere.output)")
                try project.write("app: [", to: "torn.yaml")
                let torn = try await run("fleet submit new/a.yaml torn.yaml gone.yaml")
                #expect(torn.exitCode == 2, "\(torn.output)")
                #expect(["torn.yaml", "gone.yaml"].allSatisfy(torn.stderr.contains), "\(torn.output)")
                let early = try await run("fleet submit new/a.yaml new/b.yaml")
                #expect(early.exitCode != 0 && early.stderr.contains("glossport fleet migrate"), "\(early.output)")
                // Before any project is known.
                let made = try await run("fleet migrate", environment: ["GLOSSPORT_JOURNAL": database.url])
                #expect(made.exitCode == 0 && made.stdout.contains("0002-fleet"), "\(made.output)")

                #expect(try await run("fleet submit new/a.yaml new/b.yaml").exitCode == 0)
                let stale = try await run("work --once --apps old/*.yaml")
                #expect(stale.stdout.contains("skipped"), "\(stale.output)")
                let work = try await run("work --once --apps new/*.yaml")
                #expect(work.exitCode == 0, "\(work.output)")
                #expect(try await states() == ["com.example.a": "done", "com.example.b": "done"])

                #expect(try await run("fleet pause com.example.a --journal \(database.url)").exitCode == 0)
                try project.write("key,locale,text\nkeep.header,en-US,Stay\nkeep.body,en-US,Newer\n", to: "new/a.csv")
                #expect(try await run("fleet submit new/a.yaml").exitCode == 0)
                _ = try await run("work --once --apps new/*.yaml")
                #expect(try await states()["com.example.a"] == "paused")
                #expect(try await run("fleet resume com.example.a --journal \(database.url)").exitCode == 0)
                let again = try await run("work --once --apps new/*.yaml")
                #expect(again.exitCode == 0, "\(again.output)")
                for command in ["import", "settle", "wait --wait-for-review 1s"] {
                    let old = try await run("\(command) --project old/b.yaml --endpoint \(emulator.endpoint)")
                    #expect(
                        old.exitCode == 5 && old.stderr.contains("which was submitted to the fleet"),
                        "\(old.output)"
                    )
                }
                for (more, code) in [("", 0), (" --format csv", 5)] {
                    let selected = try await run(
                        "import --project new/b.yaml new/b.csv --endpoint \(emulator.endpoint)\(more)"
                    )
                    #expect(selected.exitCode == code, "\(selected.output)")
                }
                let waived = try await run(
                    "settle --project old/b.yaml --unsubmitted --endpoint \(emulator.endpoint)"
                )
                #expect(waived.exitCode != 5, "\(waived.output)")
                #expect(try await states() == ["com.example.a": "done", "com.example.b": "done"])
            }
            let bodies = service.state.apps.map { Set($0.messages.map(\.body)) }
            #expect(Set(bodies) == [["As in the new days", "Newer"], ["As in the new days"]])
        }
    }

    @Test("SIGTERM ends `work` although the database is gone, and what was under way is nobody's loss")
    func drainsWithoutDatabase() async throws {
        try await Database.with { database in
            let project = try Self.checkouts(database.url)
            let texts = (0..<100).map { "m\($0).header,en-US,Stay \($0)\nm\($0).body,en-US,As in the old days\n" }
            try project.write("key,locale,text\n" + texts.joined(), to: "new/a.csv")
            let (call, _) = try await Emulator.with(in: project, "--fault", "delay:300ms=1") { emulator in
                for words in [["fleet", "migrate", "--journal", database.url], ["fleet", "submit", "new/a.yaml"]] {
                    #expect(try await Glossport.run(words, in: project).exitCode == 0)
                }
                let arguments = ["work", "--apps", "new/a.yaml", "-o", "jsonl", "--endpoint", emulator.endpoint]
                let running = try Glossport.start(arguments, in: project)
                try await emulator.whenLogged(10, send: 0, to: running.process)
                await database.stop()
                running.process.send(SIGTERM)
                return try await running.result()
            }
            #expect(call.exitCode == 0, "\(call.output)")
            let killed = try #require(try call.jsonLines().first { $0["event"]?.string == "killed" })
            #expect(killed["reason"]?.string == "The database does not answer.")
        }
    }
}
