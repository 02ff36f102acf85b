import Foundation
import Testing

/// Items that the journal records as uploaded but the service no longer lists.
@Suite("Items that vanished from the service")
struct VanishedTests {
    /// Runs commands against a service that is wiped after the first import.
    private func afterWipe(
        vanishedAfter: String = "0s",
        _ body: (_ call: (String...) async throws -> Glossport) async throws -> Void
    ) async throws -> Service {
        let project = try TestProject.keep()
        try project.configure("vanishedAfter: \(vanishedAfter)")
        return try await Emulator.with(in: project, "--approve-after", "0s") { emulator in
            func call(_ arguments: String...) async throws -> Glossport {
                try await Glossport.run(
                    arguments,
                    in: project,
                    environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint]
                )
            }
            let first = try await call("import")
            #expect(first.exitCode == 0, "\(first.output)")
            #expect(first.stdout.contains("2 of 2 uploaded items seen at the service at "), "\(first.stdout)")
            try await emulator.perform("reset", in: project)
            try await body(call)
        }
        .service
    }

    @Test("A wiped service is detected, and an import restores everything with the same IDs")
    func wiped() async throws {
        let service = try await afterWipe { call in
            let before = try await call("ids", "-o", "json").json()
            let rebuilt = try await call("journal", "rebuild")
            #expect(rebuilt.exitCode == 0, "\(rebuilt.output)")
            #expect(rebuilt.stdout.contains("The service holds 0 messages"), "\(rebuilt.stdout)")
            #expect(rebuilt.stdout.contains("2 items that the journal calls uploaded are missing in the list"))
            let again = try await call("import", "-o", "json")
            #expect(again.exitCode == 0, "\(again.output)")
            #expect(again.stderr.contains("2 items have vanished from the service"), "\(again.stderr)")
            #expect(again.stderr.contains("keep de-DE") && again.stderr.contains("keep fr-FR"))
            #expect(try again.json()["done"]?.int == 2)
            #expect(try again.json()["vanished"]?.int == 2)
            #expect(try again.json()["seen"]?["seen"]?.int == 2)
            #expect(try await call("coverage").stdout.contains("2 set."))
            let after = try await call("ids", "-o", "json").json()
            let ids = [before, after].map { $0["messages"]?.elements.compactMap { $0["id"]?.string } }
            #expect(ids[0] == ids[1] && ids[0]?.count == 2)
            #expect(try await call("doctor").exitCode == 0)
            #expect(try await call("journal", "check").exitCode == 0)
        }
        #expect(service.messages.count == 2)
    }

    @Test("doctor, wait, coverage, status and rebuild report vanished items, and wait does not wait for them")
    func reported() async throws {
        let service = try await afterWipe { call in
            let doctor = try await call("doctor")
            #expect(doctor.exitCode == 3, "\(doctor.output)")
            #expect(doctor.stdout.contains("The service holds 0 messages; the journal calls 2 uploaded."))
            _ = try await call("settle")
            let waited = try await call("wait", "--wait-for-review", "10m")
            #expect(waited.exitCode == 3, "\(waited.output)")
            #expect(waited.stdout.contains("keep de-DE has vanished from the service"), "\(waited.stdout)")
            #expect(waited.stdout.contains("0 of 2 uploaded items seen at the service at "))
            #expect(waited.stdout.contains("2 messages vanished from the service"))
            let coverage = try await call("coverage")
            #expect(coverage.exitCode == 3 && coverage.stdout.contains("DOUBTFUL"), "\(coverage.output)")
            let status = try await call("status")
            #expect(status.stdout.contains("VANISHED"), "\(status.stdout)")
            #expect(status.stdout.contains("2 items have vanished from the service"), "\(status.stdout)")
            let rebuilt = try await call("journal", "rebuild")
            #expect(rebuilt.exitCode == 3 && rebuilt.stdout.contains("2 items have vanished"), "\(rebuilt.output)")
        }
        #expect(service.messages.isEmpty)
    }

    @Test("Lists that may be out of date give exit code 9, and nothing is uploaded again")
    func lagging() async throws {
        let service = try await afterWipe(vanishedAfter: "10m") { call in
            let imported = try await call("import")
            #expect(imported.exitCode == 9, "\(imported.output)")
            #expect(imported.stdout.contains("lacks 2 messages that were uploaded"), "\(imported.stdout)")
            #expect(imported.stdout.contains("0 of 2 uploaded items seen at the service at "))
            #expect(imported.stdout.contains("use a separate journal for each"), "\(imported.stdout)")
            let planned = try await call("plan")
            #expect(planned.stdout.contains("lacks 2 items that were uploaded according to this journal"))
            #expect(!planned.stdout.contains("Nothing to do"))
        }
        #expect(service.messages.isEmpty)
        #expect(service.uploads.count == 2)
    }
}
