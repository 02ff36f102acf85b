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

    @Test("A text that was changed in the journal is named, and nothing is sent on its word")
    func alteredText() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]\nbudgets: { uploadMessage: 4 }")
        try project.add(.small)
        let journal = project.file(".glossport/journal.sqlite")
        let (calls, service) = try await Emulator.with(in: project) { emulator in
            let endpoint = ["--endpoint", emulator.endpoint]
            let first = try await Glossport.run(["import", "--wait-for-quota", "0s"] + endpoint, in: project)
            try replace("\"header\":", by: "\"HEADER\":", in: journal)
            return [
                first, try await Glossport.run(["import"] + endpoint, in: project),
                try await Glossport.run(["journal", "check"], in: project),
                try await Glossport.run(["journal", "prune"], in: project),
            ]
        }
        #expect(calls.map(\.exitCode) == [9, 1, 1, 1], "\(calls.map(\.output))")
        #expect(service.uploads.count == 4)
        #expect(calls[1].stderr.contains("was changed or is damaged: a row of item (message "))
        #expect(calls[1].stderr.contains("glossport journal rebuild"))
        #expect(calls[2].stdout.contains("changed: a row of item (message "))
        #expect(calls[2].stdout.contains("is not what glossport wrote"))
    }

    @Test("A trigger that is gone or was changed is named, and nothing is sent on the journal's word")
    func alteredTrigger() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]\nbudgets: { uploadMessage: 4 }")
        try project.add(.small)
        let journal = project.file(".glossport/journal.sqlite")
        let (calls, service) = try await Emulator.with(in: project) { emulator in
            let endpoint = ["--endpoint", emulator.endpoint]
            _ = try await Glossport.run(["import", "--wait-for-quota", "0s"] + endpoint, in: project)
            try replace("attempt_ends_once", by: "attempt_ends_last", in: journal)
            return [
                try await Glossport.run(["import"] + endpoint, in: project),
                try await Glossport.run(["journal", "check"], in: project),
            ]
        }
        #expect(calls.map(\.exitCode) == [1, 1], "\(calls.map(\.output))")
        #expect(service.uploads.count == 4)
        for call in calls {
            #expect(call.stderr.contains("glossport did not make the trigger “attempt_ends_last”"))
        }
    }

    /// Changes the file as a bad disk would: behind SQLite's back, without moving anything.
    private func replace(_ text: String, by other: String, in path: String) throws {
        let url = URL(fileURLWithPath: path)
        var bytes = try Data(contentsOf: url)
        while let place = bytes.range(of: Data(text.utf8)) { bytes.replaceSubrange(place, with: Data(other.utf8)) }
        try bytes.write(to: url)
    }

    @Test("An empty file is not a whole journal")
    func emptyFile() async throws {
        let project = try TestProject()
        try project.write("", to: "empty.sqlite")
        let call = try await Glossport.run("journal", "check", "--journal", "empty.sqlite", in: project)
        #expect(call.exitCode == 1)
        #expect(call.stderr.contains("is empty: 0 bytes."))
    }

    @Test("`check` prints a head, which stays until something is written")
    func head() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.add(.small)
        let (heads, _) = try await Emulator.with(in: project) { emulator in
            var heads: [String] = []
            for _ in 0..<2 {
                _ = try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
                for _ in 0..<2 {
                    let check = try await Glossport.run("journal", "check", "--output", "json", in: project)
                    heads.append(try #require(try check.json()["head"]?.string))
                }
            }
            return heads
        }
        #expect(heads[0] == heads[1])
        #expect(heads[1] != heads[2])
        #expect(heads[2] == heads[3])
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
        let holder = try await Glossport.run("journal", "holder", in: project)
        #expect(holder.exitCode == 0)
        #expect(holder.stdout.hasPrefix("Nobody holds the journal"))
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
                "--wait-for-quota",
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
