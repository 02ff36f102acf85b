import Foundation
import Testing

@Suite("Reports, plans and confirmations")
struct TruthTests {
    @Test("In production, plan reads the defaults that a new journal does not contain")
    func unknownDefaults() async throws {
        let project = try TestProject.keep()
        _ = try await Emulator.with(in: project, "--approve-after", "0s") { emulator in
            func call(_ arguments: String..., journal: String, production: String) async throws -> Glossport {
                try await Glossport.run(
                    arguments + ["--journal", journal, "--environment", "production"],
                    in: project,
                    environment: ["GLOSSPORT_ENDPOINT": "sandbox=http://127.0.0.1:1" + production]
                )
            }
            let productionOnly = ",production=" + emulator.endpoint
            #expect(try await call("import", "--yes", journal: "a.sqlite", production: productionOnly).exitCode == 0)
            try project.writeKeep(german: "Die Nacht bleibt klar")
            let plan = try await call("plan", "-o", "json", journal: "b.sqlite", production: productionOnly)
            #expect(plan.exitCode == 0, "\(plan.output)")
            let defaults = try plan.json()["defaults"]?.elements ?? []
            #expect(
                defaults.map { $0["desired"]?["slot"]?["locale"]?.string } == ["de-DE"],
                "French already is as desired: \(plan.stdout)"
            )
            #expect(defaults.first?["present"]?.string != nil, "\(plan.stdout)")
            let nowhere = try await call("plan", journal: "b.sqlite", production: "")
            #expect(nowhere.exitCode == 2 && nowhere.stderr.contains("no address for production"), "\(nowhere.output)")
        }
    }

    @Test("In production, no default changes without confirmation")
    func consent() async throws {
        let project = try TestProject.keep()
        _ = try await Emulator.with(in: project, "--approve-after", "0s") { emulator in
            func call(_ arguments: [String]) async throws -> Glossport {
                try await Glossport.run(
                    arguments + ["--environment", "production"],
                    in: project,
                    environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint]
                )
            }
            let unconfirmed = try await call(["import"])
            #expect(unconfirmed.exitCode == 2 && unconfirmed.stderr.contains("there is no terminal to confirm it"))
            #expect(try await call(["import", "--yes"]).exitCode == 0)
            let list = try await call(["defaults", "list", "-o", "json"]).json()
            let french = try #require(list.elements.last?["current"]?.string)
            let arguments = ["defaults", "set", french, "--product", TestProject.product, "--locale", "de-DE"]
            let refused = try await call(arguments)
            #expect(refused.exitCode == 2 && refused.stderr.contains("--yes"), "\(refused.output)")
            let done = try await call(arguments + ["--yes"])
            #expect(done.exitCode == 0, "\(done.output)")
            #expect(done.stderr.contains("Bleib bei uns"), "old and new are shown: \(done.stderr)")
        }
    }

    @Test("`status` lists open reviews and defaults")
    func status() async throws {
        let project = try TestProject.keep()
        let (calls, _) = try await Emulator.with(in: project, "--approve-after", "never") { emulator in
            let imported = try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
            let accepted = try await Glossport.run(
                "import",
                "--endpoint",
                emulator.endpoint,
                "--pending-ok",
                in: project
            )
            return [imported, accepted, try await Glossport.run("status", in: project)]
        }
        #expect(calls.map(\.exitCode) == [9, 0, 0], "\(calls.map(\.output))")
        #expect(calls[2].stdout.contains("2 items are in Apple's review"))
        #expect(calls[2].stdout.contains("2 defaults wait"))
    }

    @Test("After a refused text, no command reports success until the text is corrected")
    func refusedText() async throws {
        let project = try TestProject(
            """
            deliveries: [{ path: vendor/ }]
            rules: { text-too-long: warning, length-suspicious: off }
            messages: { keep: { defaultFor: [\(TestProject.product)] } }
            """
        )
        try project.writeKeep(german: "Bleib bei uns")
        _ = try await Emulator.with(in: project, "--approve-after", "0s") { emulator in
            func codes(_ commands: [String]) async throws -> [Int32] {
                var codes: [Int32] = []
                for command in commands {
                    let endpoint = command == "coverage" ? [] : ["--endpoint", emulator.endpoint]
                    let call = try await Glossport.run([command] + endpoint, in: project)
                    codes.append(call.exitCode)
                    #expect(call.exitCode == 0 || !call.stdout.contains("Done"), "\(call.output)")
                }
                return codes
            }
            let commands = ["import", "settle", "wait", "coverage", "doctor"]
            #expect(try await codes(commands) == [0, 0, 0, 0, 0])
            try project.writeKeep(german: Array(repeating: "Bleib bei uns", count: 7).joined(separator: " "))
            #expect(try await codes(commands) == [3, 3, 3, 3, 3])
            try project.writeKeep(german: "Bleib noch")
            #expect(try await codes(commands) == [0, 0, 0, 0, 0])
        }
    }

    @Test("The command that `plan --out` recommends applies the saved plan")
    func pasted() async throws {
        let project = try TestProject.keep()
        _ = try await Emulator.with(in: project, "--approve-after", "0s") { emulator in
            let plan = try await Glossport.run(
                "plan",
                "--environment",
                "production",
                "--endpoint",
                emulator.endpoint,
                "--out",
                "p.json",
                in: project
            )
            let quoted = plan.stderr.split(separator: "`").first { $0.hasPrefix("glossport import --plan") }
            let words = try #require(quoted, "\(plan.stderr)").split(separator: " ").map(String.init)
            let call = try await Glossport.run(Array(words.dropFirst()), in: project)
            #expect(call.exitCode == 0, "\(call.output)")
            #expect(call.stdout.contains("(production)"))
        }
    }
}
