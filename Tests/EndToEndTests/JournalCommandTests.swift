import Foundation
import Testing

@Suite("`journal`")
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

    @Test("`export` prints every event on a line, including the texts of items")
    func export() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.write("key,locale,text\nm.header,de-DE,Eins\nm.body,de-DE,\"Zwei, drei\"\n", to: "vendor/m.csv")
        _ = try await Emulator.with(in: project) { emulator in
            try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
        }
        let events = try await Glossport.run("journal", "export", in: project).jsonLines()
        #expect(events.compactMap { $0["number"]?.int } == Array(1...events.count))
        #expect(events.allSatisfy { $0["schema"]?.string == "glossport.journal-event/1" && $0["app"]?.string != nil })
        let began = events.filter { $0["kind"]?.string == "attempt-began" }
        #expect(began.compactMap { $0["endpoint"]?.string } == ["listMessages", "uploadMessage", "listMessages"])
        let wanted = events.first { $0["kind"]?.string == "wanted" }
        #expect(wanted?["text"]?.string?.contains("Zwei, drei") == true)
        let check = try await Glossport.run("journal", "check", "--output", "json", in: project)
        #expect(check.exitCode == 0)
        #expect(try check.json()["items"]?.int == 1)
    }

    @Test("A text that was altered in the journal is reported, and nothing is sent")
    func alteredText() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]\nbudgets: { uploadMessage: 4 }")
        try project.add(.small)
        let journal = project.file(".glossport/journal.sqlite")
        let (calls, service) = try await Emulator.with(in: project) { emulator in
            let endpoint = ["--endpoint", emulator.endpoint]
            let first = try await Glossport.run(["import", "--max-wait", "0s"] + endpoint, in: project)
            try replace("\"header\":\"", by: "\"header\":\"X", in: journal)
            return [
                first, try await Glossport.run(["import"] + endpoint, in: project),
                try await Glossport.run(["journal", "check"], in: project),
            ]
        }
        #expect(calls.map(\.exitCode) == [9, 1, 1], "\(calls.map(\.output))")
        #expect(service.uploads.count == 4)
        #expect(calls[1].stderr.contains("does not match its digest"), "\(calls[1].stderr)")
        #expect(calls[1].stderr.contains("glossport journal rebuild"))
        #expect(calls[2].stdout.contains("does not match its digest"))
    }

    @Test("A journal with another schema is refused before anything is sent")
    func otherForm() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]\nbudgets: { uploadMessage: 4 }")
        try project.add(.small)
        let journal = project.file(".glossport/journal.sqlite")
        let (calls, service) = try await Emulator.with(in: project) { emulator in
            let endpoint = ["--endpoint", emulator.endpoint]
            _ = try await Glossport.run(["import", "--max-wait", "0s"] + endpoint, in: project)
            try replace("CREATE TABLE event", by: "CREATE TABLE evens", in: journal)
            try replace("tableeventevent", by: "tableevensevens", in: journal)
            return [
                try await Glossport.run(["import"] + endpoint, in: project),
                try await Glossport.run(["journal", "check"], in: project),
            ]
        }
        #expect(calls.map(\.exitCode) == [1, 1], "\(calls.map(\.output))")
        #expect(service.uploads.count == 4)
    }

    /// Changes the file as a faulty disk would: without SQLite, and without moving other bytes.
    private func replace(_ text: String, by other: String, in path: String) throws {
        let url = URL(fileURLWithPath: path)
        var bytes = try Data(contentsOf: url)
        var from = bytes.startIndex
        while let place = bytes.range(of: Data(text.utf8), in: from..<bytes.endIndex) {
            // The replacement has the same length.
            bytes.replaceSubrange(place.lowerBound..<place.lowerBound + other.utf8.count, with: Data(other.utf8))
            from = place.upperBound
        }
        try bytes.write(to: url)
    }

    @Test("journal check refuses an empty file")
    func emptyFile() async throws {
        let project = try TestProject()
        try project.write("", to: "empty.sqlite")
        let call = try await Glossport.run("journal", "check", "--journal", "empty.sqlite", in: project)
        #expect(call.exitCode == 1)
        #expect(call.stderr.contains("is empty: 0 bytes."))
    }

    @Test("Without a journal, each command reports how to get one")
    func missing() async throws {
        let project = try TestProject()
        for arguments in [["check"], ["export"], ["compact"]] {
            let call = try await Glossport.run(["journal"] + arguments, in: project)
            #expect(call.exitCode == 1)
            #expect(call.stderr.contains("There is no journal at"))
            #expect(call.stderr.contains("glossport journal rebuild"))
        }
    }

    @Test("Environment variables reach subcommands")
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

    @Test("`quotaShare` leaves the rest of the hourly quota to other tools")
    func quotaShare() async throws {
        let project = try TestProject(
            "deliveries: [{ path: vendor/ }]\nbudgets: { uploadMessage: 10 }\nquotaShare: 0.4"
        )
        try project.add(.small)
        let (call, service) = try await Emulator.with(in: project) { emulator in
            try await Glossport.run(
                "import",
                "--max-wait",
                "1s",
                "--endpoint",
                emulator.endpoint,
                in: project
            )
        }
        #expect(call.exitCode == 9, "\(call.output)")
        #expect(service.uploads.count == 4)
    }
}
