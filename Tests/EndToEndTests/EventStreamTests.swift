import Foundation
import Testing

/// The events of `--output jsonl` during a run.
@Suite("Event stream")
struct EventStreamTests {
    private func project(_ campaign: Campaign = .small, _ extra: String = "") throws -> TestProject {
        let project = try TestProject("deliveries: [{ path: vendor/ }]\n" + extra)
        try project.add(campaign)
        return project
    }

    private static let product = "messages: { campaign-1: { defaultFor: [com.example.northlight.p1] } }"

    private func kinds(_ events: [JSONValue]) -> [String] { events.compactMap { $0["event"]?.string } }

    /// Returns the last reported state of each ID.
    private func states(_ events: [JSONValue]) -> [String: String] {
        var states: [String: String] = [:]
        for event in events where event["event"]?.string == "item" {
            if let id = event["item"]?["id"]?.string { states[id] = event["state"]?.string }
        }
        return states
    }

    @Test("The stream begins with the run, reports each item and default, and ends with the counts")
    func whole() async throws {
        let project = try project(Campaign(messages: 1, locales: 5), Self.product)
        let (calls, _) = try await Emulator.with(
            in: project,
            "--approve-after",
            "0s",
            "--fault",
            "drop-after-commit/uploadMessage@2"
        ) { emulator in
            var calls: [Glossport] = []
            for arguments in [["import", "-o", "jsonl"], ["settle", "-o", "jsonl"], ["import", "-o", "json"]] {
                calls.append(
                    try await Glossport.run(arguments + ["--endpoint", emulator.endpoint], in: project)
                )
            }
            return calls
        }
        #expect(calls.map(\.exitCode) == [0, 0, 0], "\(calls.map(\.output))")
        let events = try calls[0].jsonLines()
        let kinds = kinds(events)
        #expect(kinds.prefix(2) == ["begin", "plan"])
        #expect(kinds.last == "end")
        #expect(kinds.count { $0 == "end" } == 1)
        #expect(events[0]["run"]?.int == 1)
        #expect(events[0].members.isSuperset(of: ["schema", "command", "app", "environment", "journal", "version"]))
        #expect(events[1]["upload"]?.int == 5)
        #expect(events[1]["defaults"]?.int == 5)
        #expect(states(events).values.sorted() == Array(repeating: "uploaded", count: 5))
        // The answer to one upload was lost, so its state is reported twice: unknown, then uploaded.
        #expect(kinds.count { $0 == "item" } == 6)
        #expect(kinds.count { $0 == "default" } == 5)
        let times = events.compactMap { $0["time"]?.string }
        #expect(times.count == events.count)
        #expect(times == times.sorted())
        let end = try #require(events.last)
        #expect(end["schema"]?.string == "glossport.import/1")
        #expect(end["done"]?.int == 5)
        #expect(end["run"]?.int == 1)
        #expect(end["settle"]?["set"]?.elements.count == 5)
        // `settle` also writes a stream, and the document of an import contains run, version and times.
        let settled = try calls[1].jsonLines()
        #expect(self.kinds(settled) == ["begin", "end"])
        let second = try #require(settled[0]["run"]?.int)
        #expect(second > 1)
        let document = try calls[2].json()
        #expect(try #require(document["run"]?.int) > second)
        #expect(document.members.isSuperset(of: ["version", "started", "ended"]))
    }

    @Test("Texts that an import does not send or the service refuses are reported with the reason")
    func failures() async throws {
        let project = try project(.small, "rules: { message-missing-in-locale: off }")
        try project.write(
            "key,locale,text\nlong.header,de-DE,\(String(repeating: "🌌", count: 66))\nlong.body,de-DE,✦ ✧\n",
            to: "vendor/long.csv"
        )
        let (calls, _) = try await Emulator.with(in: project, "--length-unit", "utf16") { emulator in
            let arguments = ["import", "-o", "jsonl", "--endpoint", emulator.endpoint]
            return [
                try await Glossport.run(arguments, in: project), try await Glossport.run(arguments, in: project),
            ]
        }
        for call in calls {
            #expect(call.exitCode == 3, "\(call.output)")
            let refused = try call.jsonLines().filter { $0["state"]?.string == "refused" }
            #expect(refused.count == 1)
            #expect(refused[0]["item"]?["message"]?.string == "long")
            #expect(refused[0]["reason"]?.string?.contains("header") == true)
        }
    }

    @Test("Waiting is reported with its reason and end")
    func waiting() async throws {
        let project = try project(Campaign(messages: 1, locales: 5), Self.product)
        let (calls, _) = try await Emulator.with(in: project, "--approve-after", "never") { emulator in
            [
                try await Glossport.run(
                    ["import", "-o", "jsonl", "--wait-for-review", "2s", "--endpoint", emulator.endpoint],
                    in: project
                )
            ]
        }
        #expect(calls[0].exitCode == 9, "\(calls[0].output)")
        let waiting = try calls[0].jsonLines().filter { $0["event"]?.string == "waiting" }
        #expect(waiting.first?["reason"]?.string == "review")
        #expect(waiting.first?["until"]?.string?.hasSuffix("Z") == true)
    }

    @Test("The wait for a throttled list is reported right after the beginning")
    func throttled() async throws {
        let project = try project()
        let (call, _) = try await Emulator.with(in: project, "--fault", "429-storm:ms+4s/listMessages@1") { emulator in
            try await Glossport.run("import", "-o", "jsonl", "--endpoint", emulator.endpoint, in: project)
        }
        let events = try call.jsonLines()
        #expect(kinds(events).prefix(2) == ["begin", "waiting"], "\(call.output)")
        #expect(events[1]["reason"]?.string == "service")
        #expect(events[1]["endpoint"]?.string == "listMessages")
    }

    @Test(
        "A killed or interrupted stream ends with a whole line, and the journal contains its events",
        arguments: [
            SIGKILL, SIGINT, SIGTERM,
        ]
    )
    func killed(signal: Int32) async throws {
        let project = try project(Campaign(messages: 4, locales: 50))
        try project.configure("concurrency: 4")
        let (calls, _) = try await Emulator.with(
            in: project,
            "--rate-profile",
            "none",
            "--fault",
            "delay:20ms/uploadMessage=1"
        ) { emulator in
            let call = try Glossport.start(
                ["import", "-o", "jsonl", "--endpoint", emulator.endpoint],
                in: project
            )
            try await emulator.whenLogged(40, send: signal, to: call.process)
            let first = try await call.result()
            return [first, try await Glossport.run("status", "-o", "json", in: project)]
        }
        #expect(calls[0].exitCode == (signal == SIGKILL ? 128 + SIGKILL : 130))
        #expect(calls[0].stdout.hasSuffix("}\n"))
        let events = try calls[0].jsonLines()
        let reported = Set(states(events).filter { $0.value == "uploaded" }.keys)
        let records = try calls[1].json()["records"]?.elements ?? []
        let known = Set(records.filter { $0["state"]?.string == "uploaded" }.compactMap { $0["item"]?["id"]?.string })
        #expect(reported.count >= 20)
        #expect(reported.isSubset(of: known))
        #expect((kinds(events).last == "end") == (signal != SIGKILL))
        if signal != SIGKILL {
            #expect(events.last?["outcome"]?.string == "interrupted")
            #expect(events.last?["done"]?.int == reported.count)
            #expect(reported == known)
        }
    }

    @Test("A stream interrupted twice ends at once, still with a whole end line")
    func twice() async throws {
        let project = try project()
        let (call, _) = try await Emulator.with(in: project, "--fault", "delay:60s/uploadMessage=1") { emulator in
            let call = try Glossport.start(["import", "-o", "jsonl", "--endpoint", emulator.endpoint], in: project)
            // The list was answered; uploads start as soon as their rows are recorded.
            try await emulator.whenLogged(1, send: SIGINT, to: call.process)
            try await project.waitForOutput("Stopping")
            call.process.send(SIGINT)
            return try await call.result()
        }
        #expect(call.exitCode == 130, "\(call.output)")
        #expect(try call.jsonLines().last?["event"]?.string == "end")
    }

    @Test("A closed pipe does not stop the uploads, is reported on stderr and gives exit code 1")
    func closedPipe() async throws {
        let project = try project(Campaign(messages: 1, locales: 20), "concurrency: 2\n")
        let output = project.file("head")
        let (end, service) = try await Emulator.with(in: project, "--fault", "delay:50ms/uploadMessage=1") { emulator in
            let glossport = "'\(Executable.glossport.path)' import -o jsonl --endpoint \(emulator.endpoint)"
            let process = try ChildProcess(
                ChildProcess.Launch(
                    executable: "/bin/bash",
                    arguments: ["-c", "set -o pipefail; \(glossport) | head -n 1"],
                    environment: ["PATH": "/usr/bin:/bin"],
                    folder: project.path,
                    outputPath: output,
                    errorPath: output + ".err"
                )
            )
            return await process.end()
        }
        #expect(end == .exited(1))
        #expect(service.messages.count == 20)
        let message = try project.text("head.err")
        #expect(message.contains("The reader of the output is gone"), "\(message)")
    }
}
