import Foundation
import Testing

@Suite("Pace")
struct PaceTests {
    @Test("Under the hourly pace and Apple's production limits, 2,000 messages go out without a single 429")
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

    @Test("A pause of ten years is taken for 65 minutes, and its end is said with date and zone")
    func longPause() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.add(.small)
        let (call, _) = try await Emulator.with(in: project, "--fault", "429-storm:far/uploadMessage@1") { emulator in
            // A zone where it is between 23:00 and midnight.
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

    @Test("Under the steady pace no more arrives than the bucket allows, in any stretch of time")
    func steady() async throws {
        // 36,000 an hour are 360 at once and then ten a second: fast enough to be watched.
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
        // The bucket's law for every stretch of time. Requests that left apart may arrive together, so a stretch can also
        // hold what was in flight when it began.
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
