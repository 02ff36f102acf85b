import Foundation
import Testing

@Suite("`work`")
struct WorkTests {
    private static let all = ["--apps", "apps/*.yaml"]

    /// Projects side by side, each with a delivery and a journal of its own.
    private static func projects(
        _ names: [String],
        _ campaign: Campaign = .small,
        extra: [String: String] = [:]
    ) throws -> TestProject {
        let project = try TestProject()
        for name in names {
            try project.write(
                TestProject.projectFile(
                    "deliveries: [{ path: vendor-\(name)/ }]\njournal: .glossport/\(name).sqlite\n"
                        + (extra[name] ?? "")
                )
                .replacing(TestProject.app, with: "com.example.\(name)")
                .replacing(TestProject.keyFile, with: "../" + TestProject.keyFile),
                to: "apps/\(name).yaml"
            )
            try project.add(campaign, as: "apps/vendor-\(name)/campaign.csv")
        }
        return project
    }

    /// The events of a call, by what happened.
    private static func events(_ call: Glossport, _ kind: String) throws -> [JSONValue] {
        try call.jsonLines().filter { $0["event"]?.string == kind }
    }

    @Test("Each project gets its turn; what is wrong with one, or waits, harms no other")
    func once() async throws {
        let project = try Self.projects(["broken", "good", "poor"], extra: ["poor": "budgets: { uploadMessage: 4 }"])
        try project.write("key,locale,text\nkeep.header,xx,✦\n", to: "apps/vendor-broken/broken.csv")
        let (call, service) = try await Emulator.with(in: project) { emulator in
            let arguments = ["work"] + Self.all + ["--once", "-o", "jsonl", "--endpoint", emulator.endpoint]
            return try await Glossport.run(arguments, in: project)
        }
        #expect(call.exitCode == 3, "\(call.output)")
        let ended = try Self.events(call, "ended")
        let byApp = Dictionary(ended.map { ($0["app"]?.string ?? "", $0) }) { first, _ in first }
        #expect(byApp.count == 3 && ended.count == 3, "\(call.output)")
        #expect(byApp["com.example.good"]?["state"]?.string == "done")
        #expect(byApp["com.example.poor"]?["state"]?.string == "waiting")
        #expect(byApp["com.example.poor"]?["exitCode"]?.int == 9)
        #expect(byApp["com.example.poor"]?["wakeAt"]?.string != nil)
        #expect(byApp["com.example.broken"]?["state"]?.string == "parked")
        #expect(byApp["com.example.broken"]?["reason"]?.string?.contains("broken.csv:2:") == true, "\(call.output)")
        let uploaded = Dictionary(service.state.apps.map { ($0.bundleId, $0.messages.count) }) { first, _ in first }
        #expect(uploaded["com.example.good"] == Campaign.small.count)
        #expect(uploaded["com.example.poor"] == 4)
        #expect(service.uploadsSentAgain == 0)
    }

    @Test("A project file that makes no sense is parked with its line")
    func senseless() async throws {
        let project = try Self.projects(["good"], extra: ["good": "nonsense: 1"])
        let call = try await Glossport.run(["work"] + Self.all + ["--once", "-o", "jsonl"], in: project)
        #expect(call.exitCode == 3, "\(call.output)")
        let ended = try #require(try Self.events(call, "ended").first)
        #expect(ended["state"]?.string == "parked")
        #expect(ended["reason"]?.string?.hasPrefix("apps/good.yaml:") == true, "\(call.output)")
    }

    @Test("SIGTERM drains: what is under way records its answers, and the next `work` goes on")
    func drains() async throws {
        let project = try Self.projects(["a", "b"], Campaign(messages: 4, locales: 20))
        let (calls, service) = try await Emulator.with(in: project, "--fault", "delay:100ms=1") { emulator in
            let arguments = ["work"] + Self.all + ["-o", "jsonl", "--endpoint", emulator.endpoint]
            let running = try Glossport.start(arguments, in: project)
            try await emulator.whenLogged(20, send: SIGTERM, to: running.process)
            return [
                try await running.result(), try await Glossport.run(arguments + ["--once"], in: project),
            ]
        }
        #expect(calls.map(\.exitCode) == [0, 0], "\(calls.map(\.output))")
        #expect(try Self.events(calls[0], "draining").count == 1)
        #expect(try Self.events(calls[0], "ended").map { $0["exitCode"]?.int } == [130, 130])
        #expect(try calls[0].jsonLines().last?["event"]?.string == "end")
        #expect(service.state.apps.map(\.messages.count) == [80, 80])
        #expect(service.uploadsSentAgain == 0)
    }

    #if os(Linux)
        @Test("Killed, its imports end with it; the next `work` goes on, and nothing is doubled")
        func killed() async throws {
            let project = try Self.projects(["a", "b"], Campaign(messages: 4, locales: 20))
            let (call, service) = try await Emulator.with(in: project, "--fault", "delay:50ms=1") { emulator in
                let arguments = ["work"] + Self.all + ["-o", "jsonl", "--endpoint", emulator.endpoint]
                let running = try Glossport.start(arguments, in: project)
                try await emulator.whenLogged(20, send: SIGKILL, to: running.process)
                #expect(try await running.result().exitCode == 137)
                // A worker that is still busy holds the journal; then the other one's turn comes a little later.
                var call = try await Glossport.run(arguments + ["--once"], in: project)
                for _ in 0..<100 where call.exitCode != 0 {
                    try await Task.sleep(for: .milliseconds(100))
                    call = try await Glossport.run(arguments + ["--once"], in: project)
                }
                return call
            }
            #expect(call.exitCode == 0, "\(call.output)")
            #expect(service.state.apps.map(\.messages.count) == [80, 80])
            #expect(service.uploadsSentAgain == 0)
        }

        @Test("A killed import comes back, and nothing is doubled")
        func killedImport() async throws {
            let project = try Self.projects(["a"], Campaign(messages: 4, locales: 20))
            let (calls, service) = try await Emulator.with(in: project, "--fault", "delay:300ms=1") { emulator in
                let arguments = ["work"] + Self.all + ["--once", "-o", "jsonl", "--endpoint", emulator.endpoint]
                let running = try Glossport.start(arguments, in: project)
                let parent = running.process.identifier
                try await emulator.whenLogged(20) { Self.killImports(of: parent) }
                return [try await running.result(), try await Glossport.run(arguments, in: project)]
            }
            #expect(calls.map(\.exitCode) == [3, 0], "\(calls.map(\.output))")
            let ended = try #require(try Self.events(calls[0], "ended").first)
            #expect(ended["exitCode"]?.int == 137)
            #expect(ended["state"]?.string == "waiting")
            #expect(service.state.apps.map(\.messages.count) == [80])
            // Those in flight, with unknown results: 16 at a time by default.
            #expect(service.uploadsSentAgain <= 16)
        }

        /// Kills the children of a process.
        private static func killImports(of parent: pid_t) {
            let path = "/proc/\(parent)/task"
            for task in (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] {
                let children = (try? String(contentsOfFile: "\(path)/\(task)/children", encoding: .utf8)) ?? ""
                for child in children.split(separator: " ") { if let child = pid_t(child) { kill(child, SIGKILL) } }
            }
        }
    #endif

    @Test("What can't be is refused", arguments: [["--slots", "0"], ["-o", "json"], ["--journal", "ftp://x"]])
    func refused(arguments: [String]) async throws {
        let project = try Self.projects(["a"])
        let call = try await Glossport.run(["work"] + Self.all + arguments, in: project)
        #expect(call.exitCode == 2, "\(call.output)")
    }

    @Test("A pattern that names nothing is a slip")
    func nothing() async throws {
        let call = try await Glossport.run("work", "--apps", "nowhere/*.yaml", in: try TestProject())
        #expect(call.exitCode == 2)
        #expect(call.stderr.contains("No project file matches nowhere/*.yaml."))
    }

    @Test(
        "A fleet needs a journal that machines share",
        arguments: [
            ["submit", "apps/a.yaml"], ["status"], ["pause", "com.example.a"], ["resume", "com.example.a"],
            ["wake", "com.example.a"],
        ]
    )
    func fleet(arguments: [String]) async throws {
        let project = try Self.projects(["a"])
        let call = try await Glossport.run(["fleet"] + arguments, in: project)
        #expect(call.exitCode == 2, "\(call.output)")
        #expect(call.stderr.contains("a fleet needs a shared journal"), "\(call.output)")
    }
}
