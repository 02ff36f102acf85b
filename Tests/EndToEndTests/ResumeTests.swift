import Foundation
import Testing

@Suite("Interrupted imports")
struct ResumeTests {
    /// Returns a project with as many messages as an app can have, and allowances that never make it wait.
    private func campaignProject() throws -> TestProject {
        let project = try TestProject(
            """
            deliveries: [{ path: vendor/ }]
            budgets: { uploadMessage: 10000000, listMessages: 10000000 }
            """
        )
        try project.add(.full)
        return project
    }

    @Test("An import that is killed three times ends with exactly 2,000 messages and re-sends few")
    func kill() async throws {
        let project = try campaignProject()
        let concurrency = 16
        try project.configure("concurrency: \(concurrency)")
        let kills = [300, 800, 1_500]
        let (last, service) = try await Emulator.with(
            in: project,
            "--rate-profile",
            "none",
            "--fault",
            "delay:80ms/uploadMessage=1"
        ) { emulator in
            let arguments = ["import", "--endpoint", emulator.endpoint]
            for requests in kills {
                let call = try Glossport.start(arguments, in: project)
                try await emulator.whenLogged(requests, send: SIGKILL, to: call.process)
                let killed = try await call.result()
                #expect(killed.exitCode == 128 + SIGKILL)
            }
            return try await Glossport.run(arguments + ["--output", "json"], in: project)
        }
        #expect(last.exitCode == 0, "\(last.output)")
        let report = try last.json()
        #expect(report["planned"]?.int == 2_000)
        #expect(report["failed"]?.int == 0)
        #expect(report["unknown"]?.int == 0)
        #expect(service.messages.count == 2_000)
        #expect(Set(service.messages.map(\.header)).count == 2_000)
        #expect(service.uploads.filter(\.committed).count == 2_000)
        // Only requests that were in flight at a kill can be sent again, and the list usually avoids even that.
        #expect(service.uploadsSentAgain <= kills.count * concurrency)
        #expect(service.uploads.map(\.inFlight).max() ?? 0 <= concurrency)
    }

    @Test("After Ctrl-C, requests in flight are settled, and the second run sends the remaining messages")
    func interrupt() async throws {
        let project = try campaignProject()
        try project.configure("concurrency: 64")
        let (calls, service) = try await Emulator.with(
            in: project,
            "--rate-profile",
            "none",
            "--fault",
            "delay:50ms/uploadMessage=1"
        ) { emulator in
            let arguments = ["import", "--endpoint", emulator.endpoint, "--output", "json"]
            let call = try Glossport.start(arguments, in: project)
            try await emulator.whenLogged(500, send: SIGINT, to: call.process)
            return [try await call.result(), try await Glossport.run(arguments, in: project)]
        }
        #expect(calls[0].exitCode == 130)
        #expect(calls[0].stderr.contains("Stopping"))
        let first = try calls[0].json()
        #expect(first["outcome"]?.string == "interrupted")
        #expect(first["unknown"]?.int == 0, "in flight at Ctrl-C, they have been waited for")
        let second = try calls[1].json()
        #expect(calls[1].exitCode == 0)
        #expect(second["alreadyThere"]?.int == first["done"]?.int)
        #expect(second["done"]?.int == first["notYet"]?.int)
        #expect(service.messages.count == 2_000)
        #expect(service.uploadsSentAgain == 0)
    }

    @Test("If one answer in ten is lost, every message is still at the service in the end")
    func lostAnswers() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.add(Campaign(messages: 10, locales: 30))
        let (call, service) = try await Emulator.with(
            in: project,
            "--rate-profile",
            "none",
            "--seed",
            "7",
            "--fault",
            "drop-after-commit/uploadMessage=0.1"
        ) { emulator in
            try await Glossport.run("import", "--endpoint", emulator.endpoint, "--output", "json", in: project)
        }
        #expect(call.exitCode == 0, "\(call.output)")
        let report = try call.json()
        #expect(report["done"]?.int == 300)
        #expect(report["failed"]?.int == 0)
        #expect(report["unknown"]?.int == 0)
        #expect(service.messages.count == 300)
        #expect(service.requests.contains { $0.fault != nil })
    }

    @Test("Server errors, lost connections and duplicated requests do no harm")
    func errorsAfterTheFact() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.add(Campaign(messages: 10, locales: 10))
        let (call, service) = try await Emulator.with(
            in: project,
            "--rate-profile",
            "none",
            "--seed",
            "3",
            "--fault",
            "500-after/uploadMessage=0.1",
            "--fault",
            "500-before/uploadMessage=0.1",
            "--fault",
            "reset-after-commit/uploadMessage=0.1",
            "--fault",
            "duplicate/uploadMessage=0.1"
        ) { emulator in
            try await Glossport.run("import", "--endpoint", emulator.endpoint, "--output", "json", in: project)
        }
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(try call.json()["failed"]?.int == 0)
        #expect(service.messages.count == 100)
    }

    @Test("The import waits until the service stops throttling")
    func throttled() async throws {
        // The allowance is large so that the steady pace after the throttling does not take minutes.
        let project = try TestProject(
            """
            deliveries: [{ path: vendor/ }]
            budgets: { uploadMessage: 360000 }
            """
        )
        try project.add(Campaign(messages: 2, locales: 20))
        let (call, service) = try await Emulator.with(
            in: project,
            "--rate-profile",
            "none",
            "--fault",
            "429-storm:ms+2s/uploadMessage@10"
        ) { emulator in
            try await Glossport.run("import", "--endpoint", emulator.endpoint, "--output", "json", in: project)
        }
        #expect(call.exitCode == 0, "\(call.output)")
        let report = try call.json()
        #expect(report["done"]?.int == 40)
        #expect(report["throttled"]?.int ?? 0 >= 1)
        #expect(report["throttled"]?.int ?? .max <= 16, "one round in flight, and then silence until the stated time")
        #expect(call.stderr.contains("the service"), "off a terminal, too, it says why it waits")
        #expect(service.messages.count == 40)
    }
}
