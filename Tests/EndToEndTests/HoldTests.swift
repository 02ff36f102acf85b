import Foundation
import Testing

/// Defaults that a user holds or rolls back, with the real command and the emulator.
@Suite("Held and rolled-back defaults")
struct HoldTests {
    private let project: TestProject

    init() throws {
        project = try TestProject("deliveries: [{ path: vendor/ }]\nmessages: { keep: { defaultFor: [annual] } }")
        try write("Dein Vorrat steckt voller Ideen.")
    }

    private func write(_ body: String) throws {
        let texts = "keep.header,Bleib bei uns,Restez avec nous\nkeep.body,\(body),Vos placards débordent.\n"
        try project.write("key,de-DE,fr-FR\n" + texts, to: "vendor/keep.csv")
    }

    private func call(_ emulator: Emulator, _ arguments: String) async throws -> Glossport {
        try await Glossport.run(
            arguments.split(separator: " ").map(String.init),
            in: project,
            environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint]
        )
    }

    /// Imports two bodies of the German text, one after the other.
    private func importTwo(_ emulator: Emulator) async throws {
        #expect(try await call(emulator, "import").exitCode == 0)
        try write("Hundert neue Ideen.")
        #expect(try await call(emulator, "import").exitCode == 0)
    }

    private func sees(_ emulator: Emulator, _ body: String) async throws -> Bool {
        try await call(emulator, "simulate --product annual --locale de-DE").stdout.contains(body)
    }

    @Test("A rollback shows the difference, and coverage, status and plan report the rollback")
    func rollback() async throws {
        try await Emulator.with(in: project) { emulator in
            try await importTwo(emulator)
            let back = try await call(emulator, "defaults rollback --locale de-DE")
            #expect(back.stderr.contains("body “Hundert neue Ideen.”"), "\(back.output)")
            #expect(back.stderr.contains("body “Dein Vorrat steckt voller Ideen.”"), "\(back.output)")
            #expect(back.stderr.contains("The next `glossport import"))
            #expect(try await call(emulator, "coverage").stdout.contains("1 set, 1 rolled-back."))
            #expect(try await call(emulator, "status").stdout.contains("1 default is rolled back"))
            #expect(try await call(emulator, "plan --detailed-exitcode").exitCode == 20)
            #expect(try await call(emulator, "defaults hold --locale de-DE").exitCode == 0)
            #expect(try await call(emulator, "coverage").stdout.contains("1 set, 1 held."))
            #expect(
                try await call(emulator, "status").stdout.contains("1 default is held, and another text was delivered")
            )
            let plan = try await call(emulator, "plan")
            #expect(plan.stdout.contains("held") && !plan.stdout.contains("Nothing to do."), "\(plan.output)")
            #expect(try await sees(emulator, "Dein Vorrat"))
        }
    }

    @Test("A default that is held and rolled back stays until it is released")
    func heldFirst() async throws {
        try await Emulator.with(in: project) { emulator in
            try await importTwo(emulator)
            #expect(try await call(emulator, "defaults hold").exitCode == 0)
            let back = try await call(emulator, "defaults rollback")
            #expect(back.stderr.contains("What is held stays so"), "\(back.output)")
            for command in ["settle", "settle", "import", "settle"] {
                let done = try await call(emulator, command)
                #expect(
                    done.exitCode == 0 && done.stdout.contains("Customers do not see the delivered text in 1"),
                    "\(done.output)"
                )
                #expect(try await sees(emulator, "Dein Vorrat"))
            }
            #expect(try await call(emulator, "defaults release").exitCode == 0)
            #expect(try await call(emulator, "import").exitCode == 0)
            #expect(try await sees(emulator, "Hundert neue"))
        }
    }

    @Test("JSON output of plan, coverage, status and settle contains held defaults")
    func documents() async throws {
        try await Emulator.with(in: project) { emulator in
            try await importTwo(emulator)
            _ = try await call(emulator, "defaults rollback")
            _ = try await call(emulator, "defaults hold")
            #expect(try await call(emulator, "plan --output json").json()["held"]?.elements.count == 1)
            let slots = try await call(emulator, "coverage --output json").json()["slots"]?.elements ?? []
            #expect(slots.compactMap { $0["state"]?.string }.sorted() == ["held", "set"])
            let status = try await call(emulator, "status --output json").json()
            #expect(status["defaults"]?["held"]?.int == 1)
            #expect(try await call(emulator, "settle --output json").json()["held"]?.elements.count == 2)
        }
    }
}
