import Foundation
import Testing

/// A message is removed from the project file; the real commands run against the emulator.
@Suite("Messages removed from the project")
struct WithdrawalTests {
    private let project: TestProject

    init() throws {
        project = try TestProject(Self.settings(["a", "b"]))
        try write(["a", "b"])
    }

    private static func settings(_ messages: [String], locales: [String] = ["de-DE", "fr-FR"]) -> String {
        let lines = messages.map { "  \($0): { defaultFor: [p\($0)] }" }.joined(separator: "\n")
        return """
            deliveries: [{ path: vendor/ }]
            locales: { expected: [\(locales.joined(separator: ", "))] }
            messages:
            \(lines)
            """
    }

    private func write(_ messages: [String], _ locales: [String] = ["de-DE", "fr-FR"]) throws {
        let texts = ["de-DE": "Bleib bei uns", "fr-FR": "Restez avec nous"]
        var csv = "key,\(locales.joined(separator: ","))\n"
        for message in messages {
            for field in ["header", "body"] {
                let row = locales.map { "\"\(texts[$0] ?? "") \(message)\"" }
                csv += "\(message).\(field),\(row.joined(separator: ","))\n"
            }
        }
        try project.write(csv, to: "vendor/texts.csv")
    }

    /// Removes all other messages and locales from the project file and the deliveries.
    private func keep(_ messages: [String], _ locales: [String] = ["de-DE", "fr-FR"]) throws {
        try project.write(TestProject.projectFile(Self.settings(messages, locales: locales)), to: "glossport.yaml")
        try write(messages, locales)
    }

    private func call(_ emulator: Emulator, _ arguments: String) async throws -> Glossport {
        try await Glossport.run(
            arguments.split(separator: " ").map(String.init),
            in: project,
            environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint]
        )
    }

    @Test("settle never restores a default that a user deleted after a withdrawal")
    func notSetAgain() async throws {
        let (_, service) = try await Emulator.with(in: project) { emulator in
            #expect(try await call(emulator, "import").exitCode == 0)
            try keep(["a"], ["fr-FR"])
            let kept = try await call(emulator, "import --keep-withdrawn")
            #expect(kept.exitCode == 9 && kept.stdout.contains("still shown for pb in de-DE, fr-FR"), "\(kept.output)")
            #expect(try await call(emulator, "defaults delete --message b").exitCode == 0)
            #expect(try await call(emulator, "defaults delete --locale de-DE").exitCode == 0)
            for _ in 0..<2 { #expect(try await call(emulator, "settle").exitCode == 0) }
        }
        #expect(service.defaults == ["pa fr-FR"])
    }

    @Test("Commands report a withdrawn message, import removes its defaults, and prune deletes it")
    func named() async throws {
        let (_, service) = try await Emulator.with(in: project) { emulator in
            #expect(try await call(emulator, "import").exitCode == 0)
            try keep(["a"])
            let plan = try await call(emulator, "plan")
            #expect(plan.stdout.contains("b: withdrawn, still shown for pb in"), "\(plan.output)")
            #expect(try await call(emulator, "plan --detailed-exitcode").exitCode == 20)
            let coverage = try await call(emulator, "coverage")
            #expect(coverage.exitCode == 9 && coverage.stdout.contains("2 set, 2 withdrawn."), "\(coverage.output)")
            #expect(!coverage.stdout.contains("No product shows b"))
            let status = try await call(emulator, "status")
            #expect(status.stdout.contains("2 withdrawn defaults are still shown"), "\(status.output)")
            let seen = try await call(emulator, "simulate --product pb --locale de-DE")
            #expect(seen.stdout.contains("It is withdrawn: the project no longer wants b there"), "\(seen.output)")
            let listed = try await call(emulator, "defaults list --output json").json().elements
            let id = try #require(listed.first { $0["product"]?.string == "pb" }?["current"]?.string)
            let explained = try await call(emulator, "explain \(id)")
            #expect(explained.stdout.contains("still shown for  pb in"), "\(explained.output)")
            let prune = try await call(emulator, "prune")
            #expect(prune.stdout.contains("b is withdrawn, and still shown for pb in 2 locales"), "\(prune.output)")
            let imported = try await call(emulator, "import")
            #expect(
                imported.exitCode == 0 && imported.stdout.contains("removed from pb in de-DE, fr-FR"),
                "\(imported.output)"
            )
            #expect(try await call(emulator, "coverage").stdout.contains("2 set."))
            let pruned = try await call(emulator, "prune --yes --deletions 2")
            #expect(pruned.exitCode == 0 && pruned.stdout.contains("2 items deleted"), "\(pruned.output)")
        }
        #expect(service.defaults == ["pa de-DE", "pa fr-FR"])
    }

    @Test("Defaults are deleted by message, product or locale, and never without a selection")
    func deletes() async throws {
        let (_, service) = try await Emulator.with(in: project) { emulator in
            #expect(try await call(emulator, "import").exitCode == 0)
            #expect(try await call(emulator, "defaults delete").exitCode == 2)
            #expect(try await call(emulator, "defaults delete --message nothing").exitCode == 2)
            #expect(try await call(emulator, "defaults hold --locale de-DE").exitCode == 0)
            let deleted = try await call(emulator, "defaults delete --locale de-DE --output json")
            #expect(try deleted.json()["changes"]?.elements.count == 2, "\(deleted.output)")
            #expect(deleted.stderr.contains("What is held stays so"), "\(deleted.output)")
            // Only an explicit deletion changes a held default.
            #expect(try await call(emulator, "settle").exitCode == 0)
        }
        #expect(service.defaults == ["pa fr-FR", "pb fr-FR"])
    }
}
