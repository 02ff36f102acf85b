import Foundation
import Testing

/// Ctrl-C, SIGTERM, SIGHUP and the deadline in different phases of long-running commands.
@Suite("Stopping")
struct StopTests {
    private static let products = (1...12).map { "com.example.northlight.p\($0)" }

    private func project(
        _ campaign: Campaign = Campaign(messages: 1, locales: 5),
        products count: Int = 12
    ) throws -> TestProject {
        let products = Self.products.prefix(count).joined(separator: ", ")
        let project = try TestProject(
            "deliveries: [{ path: vendor/ }]\nmessages: { campaign-1: { defaultFor: [\(products)] } }"
        )
        try project.add(campaign)
        return project
    }

    /// Sends a signal after a number of logged requests and returns the result of the command.
    private func stop(
        _ arguments: [String],
        after requests: Int,
        to endpoint: String? = nil,
        with signal: Int32,
        at emulator: Emulator,
        in project: TestProject
    ) async throws -> Glossport {
        let call = try start(arguments, at: emulator, in: project)
        try await emulator.whenLogged(requests, of: endpoint, send: signal, to: call.process)
        return try await call.result()
    }

    /// Stops a command as soon as it has created a file beside the journal.
    private func stop(
        _ command: String,
        whenThere ending: String,
        with signal: Int32,
        at emulator: Emulator,
        in project: TestProject
    ) async throws -> Glossport {
        let call = try start([command], at: emulator, in: project)
        try await project.whenThere(ending, in: ".glossport")
        call.process.send(signal)
        return try await call.result()
    }

    private func start(_ arguments: [String], at emulator: Emulator, in project: TestProject) throws
        -> Glossport.Running
    {
        try Glossport.start(arguments, in: project, environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint])
    }

    private func run(_ arguments: [String], at emulator: Emulator, in project: TestProject) async throws -> Glossport {
        try await Glossport.run(arguments, in: project, environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint])
    }

    @Test("An import stops while it uploads messages, after its pictures")
    func afterImages() async throws {
        let project = try TestProject()
        try FileManager.default.removeItem(atPath: project.file("glossport.yaml"))
        for name in ["glossport.yaml", "vendor", "images"] {
            try FileManager.default.copyItem(
                atPath: Repository.file("samples/northlight/\(name)"),
                toPath: project.file(name)
            )
        }
        try project.configure("concurrency: 1")
        let (call, service) = try await Emulator.with(in: project, "--fault", "delay:100ms/uploadMessage=1") {
            try await stop(["import"], after: 10, with: SIGINT, at: $0, in: project)
        }
        #expect(call.exitCode == 130, "\(call.output)")
        #expect(service.uploads.count >= 1 && service.uploads.count < 60)
        #expect(call.stdout.contains("Interrupted: run the same command again to continue"))
    }

    @Test("An import stops while it waits for the service's list")
    func list() async throws {
        let project = try project()
        let (call, service) = try await Emulator.with(in: project, "--fault", "delay:120s/listMessages@2") { emulator in
            #expect(try await run(["plan"], at: emulator, in: project).exitCode == 0)
            // The lock file is created before the list call; the plan has created the journal.
            return try await stop("import", whenThere: ".lock", with: SIGTERM, at: emulator, in: project)
        }
        #expect(call.exitCode == 130, "\(call.output)")
        #expect(service.uploads.isEmpty)
    }

    @Test("`doctor` stops while it waits for the service")
    func doctor() async throws {
        let project = try project()
        let (call, _) = try await Emulator.with(in: project, "--fault", "delay:120s/listMessages@2") { emulator in
            #expect(try await run(["plan"], at: emulator, in: project).exitCode == 0)
            // The plan has closed the journal, so the WAL file appears again only when `doctor` opens it.
            return try await stop("doctor", whenThere: "-wal", with: SIGINT, at: emulator, in: project)
        }
        #expect(call.exitCode == 130, "\(call.output)")
    }

    @Test("An import stops while it waits for quota")
    func quota() async throws {
        let project = try project()
        let (call, service) = try await Emulator.with(in: project, "--budget", "uploadMessage=3") {
            try await stop(["import", "--max-wait", "forever"], after: 5, with: SIGTERM, at: $0, in: project)
        }
        #expect(call.exitCode == 130, "\(call.output)")
        #expect(service.messages.count == 3)
    }

    @Test("An import stops while it sets defaults")
    func settling() async throws {
        let project = try project()
        let (calls, _) = try await Emulator.with(in: project, "--fault", "delay:300ms/configureDefault=1") { emulator in
            // One list, five uploads and one list; then sixty defaults, eight at a time, each read and set.
            let first = try await stop(["import"], after: 15, with: SIGINT, at: emulator, in: project)
            return [first, try await run(["import"], at: emulator, in: project)]
        }
        #expect(calls.map(\.exitCode) == [130, 0], "\(calls.map(\.output))")
        #expect(calls[0].stdout.contains("it was stopped before"))
    }

    @Test("import and wait stop while they wait for Apple's review", arguments: [SIGINT, SIGTERM, SIGHUP])
    func waiting(signal: Int32) async throws {
        let project = try project()
        let (calls, _) = try await Emulator.with(in: project, "--approve-after", "never") { emulator in
            let first = try await stop(
                ["import", "--wait-for-review", "10m"],
                after: 7,
                with: signal,
                at: emulator,
                in: project
            )
            let second = try await stop(
                ["wait", "--wait-for-review", "10m"],
                after: 8,
                with: signal,
                at: emulator,
                in: project
            )
            return [first, second]
        }
        #expect(calls.map(\.exitCode) == [130, 130], "\(calls.map(\.output))")
    }

    @Test("prune stops while it deletes messages")
    func pruning() async throws {
        let project = try project(Campaign(messages: 1, locales: 10), products: 1)
        let (calls, service) = try await Emulator.with(in: project, "--fault", "delay:300ms/deleteMessage=1") {
            emulator in
            #expect(try await run(["import", "--max-wait", "forever"], at: emulator, in: project).exitCode == 0)
            try project.write(
                Campaign(messages: 1, locales: 10).csv.replacing(",1 ✦ ", with: ",Starry 1 ✦ "),
                to: "vendor/campaign.csv"
            )
            #expect(try await run(["import"], at: emulator, in: project).exitCode == 0)
            let prune = ["prune", "--yes"]
            let first = try await stop(prune, after: 2, to: "deleteMessage", with: SIGINT, at: emulator, in: project)
            return [first, try await run(prune, at: emulator, in: project)]
        }
        #expect(calls.map(\.exitCode) == [130, 0], "\(calls.map(\.output))")
        #expect(calls[0].stdout.contains("left; run the same command again to continue."), "\(calls[0].output)")
        #expect(service.messages.count == 10)
    }

    @Test("An import stops while it waits for another run")
    func lock() async throws {
        let project = try project()
        let (calls, _) = try await Emulator.with(in: project, "--approve-after", "never") { emulator in
            let environment = ["GLOSSPORT_ENDPOINT": emulator.endpoint]
            let holder = try Glossport.start(
                ["import", "--wait-for-review", "10m"],
                in: project,
                environment: environment
            )
            try await project.whenThere(".lock", in: ".glossport")
            let second = try Glossport.start(
                ["import", "--wait-for-lock", "forever"],
                in: project,
                environment: environment
            )
            try await project.waitForOutput("Waiting for it.")
            second.process.send(SIGTERM)
            let results = [try await second.result()]
            holder.process.send(SIGINT)
            return results + [try await holder.result()]
        }
        #expect(calls.map(\.exitCode) == [130, 130], "\(calls.map(\.output))")
    }

    @Test("An import stops while it reads files")
    func reading() async throws {
        let project = try project()
        let line = "campaign-1.header,de-DE,\"\(String(repeating: "Clear night, ", count: 40))\"\n"
        try project.write("key,locale,text\n" + String(repeating: line, count: 60_000), to: "vendor/large.csv")
        let call = try Glossport.start(["import"], in: project)
        try await project.whenThere(".out", in: ".")
        call.process.send(SIGTERM)
        let result = try await call.result()
        #expect(result.exitCode == 130 || result.exitCode == 128 + SIGTERM, "\(result.output)")
    }

    @Test("The deadline also ends a wait for the review")
    func deadline() async throws {
        let project = try project()
        let (call, service) = try await Emulator.with(in: project, "--approve-after", "never") {
            try await run(["import", "--wait-for-review", "10m", "--deadline", "20s"], at: $0, in: project)
        }
        #expect(call.exitCode == 10, "\(call.output)")
        #expect(service.messages.count == 5)
        #expect(call.stdout.contains("The deadline was reached"))
    }
}
