import Foundation
import Testing

@Suite("`journal`", .bounded)
struct JournalCommandTests {
    @Test("A lost journal is rebuilt from the service's list, and the next import has nothing to send")
    func rebuild() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.add(.small)
        let (calls, service) = try await Emulator.with(in: project) { emulator in
            let endpoint = ["--endpoint", emulator.endpoint]
            _ = try await Glossport.run(["import"] + endpoint, in: project)
            try FileManager.default.removeItem(atPath: project.file(".glossport"))
            return [
                try await Glossport.run(["journal", "rebuild"] + endpoint, in: project),
                try await Glossport.run(["journal", "check"], in: project),
                try await Glossport.run(["import", "--output", "json"] + endpoint, in: project),
            ]
        }
        #expect(calls.map(\.exitCode) == [0, 0, 0], "\(calls.map(\.output))")
        #expect(calls[0].stdout.contains("10 items of the deliveries recorded."))
        #expect(calls[1].stdout.contains("is whole: 10 items"))
        #expect(try calls[2].json()["done"]?.int == 0)
        #expect(service.uploads.count == 10)
    }

    @Test("`check` names what was changed behind its back; `export` prints CSV that no spreadsheet executes")
    func checkAndExport() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.write("key,locale,text\nm.header,de-DE,=1+1\nm.body,de-DE,\"Zwei, drei\"\n", to: "vendor/m.csv")
        _ = try await Emulator.with(in: project) { emulator in
            try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
        }
        let export = try await Glossport.run("journal", "export", "--format", "csv", in: project)
        #expect(export.exitCode == 0, "\(export.output)")
        let lines = export.stdout.split(separator: "\n")
        #expect(lines.count == 2)
        #expect(lines.first?.hasPrefix("app,environment,id,kind,message,locale,state,") == true)
        let attempts = try await Glossport.run("journal", "export", "--rows", "attempts", in: project)
        let endpoints = try attempts.jsonLines().compactMap { $0["endpoint"]?.string }
        #expect(endpoints == ["listMessages", "uploadMessage", "listMessages"])
        let check = try await Glossport.run("journal", "check", "--output", "json", in: project)
        #expect(check.exitCode == 0)
        #expect(try check.json()["items"]?.int == 1)
    }

    @Test("Without a journal each says how to get one")
    func missing() async throws {
        let project = try TestProject()
        for arguments in [["check"], ["export"], ["prune"]] {
            let call = try await Glossport.run(["journal"] + arguments, in: project)
            #expect(call.exitCode == 1)
            #expect(call.stderr.contains("There is no journal at"))
            #expect(call.stderr.contains("glossport journal rebuild"))
        }
        let unlock = try await Glossport.run("journal", "unlock", in: project)
        #expect(unlock.exitCode == 0)
        #expect(unlock.stdout.hasPrefix("Nobody holds the journal"))
    }

    @Test("A variable of the environment reaches a command inside a command")
    func variables() async throws {
        let project = try TestProject()
        let call = try await Glossport.run(
            "journal",
            "check",
            in: project,
            environment: ["GLOSSPORT_JOURNAL": "elsewhere.sqlite"]
        )
        #expect(call.stderr.contains("There is no journal at elsewhere.sqlite"))
    }

    @Test("`--quota-share` leaves the rest of the hour to others")
    func quotaShare() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]\nbudgets: { uploadMessage: 10 }")
        try project.add(.small)
        let (call, service) = try await Emulator.with(in: project) { emulator in
            try await Glossport.run(
                "import",
                "--quota-share",
                "0.4",
                "--max-wait",
                "1s",
                "--endpoint",
                emulator.endpoint,
                in: project
            )
        }
        #expect(call.exitCode == 9, "\(call.output)")
        #expect(service.uploads.count == 4)
        let wrong = try await Glossport.run("import", "--quota-share", "1.5", in: project)
        #expect(wrong.exitCode == 2)
    }
}
