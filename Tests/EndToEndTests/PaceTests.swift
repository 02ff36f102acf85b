import Foundation
import Testing

@Suite("Pace")
struct PaceTests {
    @Test("At the hourly pace, 2,000 messages are sent within Apple's production limits without a 429")
    func hourly() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.add(.full)
        let (call, service) = try await Emulator.with(
            in: project,
            "--environment",
            "production",
            "--rate-profile",
            "production"
        ) { emulator in
            try await Glossport.run(
                "import",
                "--environment",
                "production",
                "--yes",
                "--endpoint",
                emulator.endpoint,
                "--output",
                "json",
                in: project
            )
        }
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(try call.json()["throttled"]?.int == 0)
        #expect(service.messages.count == 2_000)
        #expect(service.mostUploads(in: .seconds(3_600)) <= 3_600)
    }

    @Test("A pause of ten years is cut to 65 minutes, and its end is shown with date and time zone")
    func longPause() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.add(.small)
        let (call, _) = try await Emulator.with(in: project, "--fault", "429-storm:far/uploadMessage@1") { emulator in
            // A time zone in which it is between 23:00 and midnight.
            let hour = Int(Date().timeIntervalSince1970) / 3_600 % 24
            let offset = 23 - hour <= 14 ? 23 - hour : -1 - hour
            return try await Glossport.run(
                "import",
                "--endpoint",
                emulator.endpoint,
                "--max-wait",
                "0s",
                in: project,
                // POSIX counts westward.
                environment: ["TZ": "Etc/GMT\(offset > 0 ? "-" : "+")\(abs(offset))"]
            )
        }
        #expect(call.exitCode == 9)
        let sentence =
            /\(429\), so Glossport pauses until \d{4}-\d\d-\d\d 0[01]:\d\d:\d\d \S+: run the same command again then, or now with --ignore-pause\./
        #expect(call.stdout.contains(sentence), "\(call.stdout)")
    }

    @Test("At the steady pace, no period contains more arrivals than the token bucket allows")
    func steady() async throws {
        // 36,000 per hour means 360 at once and then ten per second, which is fast enough for a test.
        let project = try TestProject(
            """
            deliveries: [{ path: vendor/ }]
            pace: steady
            budgets: { uploadMessage: 36000 }
            concurrency: 4
            """
        )
        try project.add(Campaign(messages: 8, locales: 50))
        let (call, service) = try await Emulator.with(in: project, "--rate-profile", "none") { emulator in
            try await Glossport.run(
                "import",
                "--endpoint",
                emulator.endpoint,
                "--output",
                "json",
                in: project
            )
        }
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(service.messages.count == 400)
        // The bound of the token bucket for every period. Requests that left apart may arrive together, so a period can
        // also contain the requests that were in flight when it began.
        let (burst, inFlight) = (360, 4)
        let times = service.uploads.map(\.at).sorted()
        let tooMany = times.indices.flatMap { first in
            times.indices[first...].filter { last in
                last - first + 1 > burst + inFlight + Int(times[last] - times[first]) / 100_000
            }
        }
        #expect(tooMany == [], "arrivals with which a stretch held too many")
    }
}
