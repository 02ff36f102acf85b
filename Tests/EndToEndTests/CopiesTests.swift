import Testing

/// One text for several store locales, from the project file to the customers.
@Suite("Copies into other locales")
struct CopiesTests {
    private static let also = "locales: { also: { de-DE: [nl-NL], fr-FR: [fr-CA, it] } }"

    private static func project(_ extra: String = also) throws -> TestProject {
        let project = try TestProject(
            "deliveries: [{ path: vendor/ }]\nmessages: { keep: { defaultFor: [\(TestProject.product)] } }\n" + extra
        )
        try project.writeKeep(german: "Bleib bei uns")
        return project
    }

    @Test("Copies are shown as copies, and a changed text is sent again with exactly its copies")
    func life() async throws {
        let project = try Self.project()
        let (_, service) = try await Emulator.with(in: project, "--approve-after", "0s") { emulator in
            func call(_ arguments: String...) async throws -> Glossport {
                let call = try await Glossport.run(
                    arguments,
                    in: project,
                    environment: ["GLOSSPORT_ENDPOINT": emulator.endpoint]
                )
                #expect(call.exitCode == 0, "\(call.output)")
                return call
            }
            let plan = try await call("plan", "-v")
            #expect(plan.stdout.contains("Copied: de-DE → nl-NL; fr-FR → fr-CA, it"), "\(plan.output)")
            #expect(plan.stdout.contains("+ keep it (copy of fr-FR)"), "\(plan.output)")
            let items = try await call("plan", "-o", "json").json()["items"]?.elements ?? []
            #expect(items.compactMap { $0["item"]?["copiedFrom"]?.string }.sorted() == ["de-DE", "fr-FR", "fr-FR"])

            let approval = try await call("approve", "--all-locales", "--by", "Noa Levi")
            #expect(approval.stdout.contains("nl-NL (copy of de-DE)"), "\(approval.output)")
            _ = try await call("preview", "--out", "preview.html")
            #expect(try project.text("preview.html").contains("copy of fr-FR</span>"))

            _ = try await call("import", "--wait-for-review", "1m")
            let coverage = try await call("coverage")
            #expect(coverage.stdout.contains("Copied: de-DE → nl-NL; fr-FR → fr-CA, it"), "\(coverage.output)")
            #expect(coverage.stdout.contains("5 set."), "\(coverage.output)")
            let ids = try await call("ids", "-o", "csv").stdout.split(separator: "\n").map(String.init)
            #expect(ids.first == "message,locale,id,previous,state,copiedFrom")
            let dutch = try #require(ids.first { $0.hasPrefix("keep,nl-NL,") })
            #expect(dutch.hasSuffix(",approved,de-DE"), "\(dutch)")
            let id = String(dutch.split(separator: ",")[2])
            #expect(try await call("explain", id).stdout.contains(/copied from +de-DE/))

            try project.writeKeep(german: "Geh nicht")
            let changed = try await call("import", "--wait-for-review", "1m", "-o", "json").json()
            #expect(changed["planned"]?.int == 5 && changed["alreadyThere"]?.int == 3)
            #expect(try await call("coverage").stdout.contains("5 set."))
        }
        let headers = service.messages.map(\.header)
        #expect(headers.count == 7 && headers.count { $0 == "Bleib bei uns" } == 2, "\(headers)")
        #expect(headers.count { $0 == "Geh nicht" } == 2, "\(headers)")
    }

    @Test("An error in a text also stops an import of only the text's copy")
    func selected() async throws {
        let project = try Self.project()
        try project.writeKeep(german: String(repeating: "Bleib bei uns ", count: 10))
        let nowhere = ["--endpoint", "http://127.0.0.1:1"]
        let call = try await Glossport.run(["import", "--locale", "nl-NL"] + nowhere, in: project)
        #expect(call.exitCode == 4 && call.stderr.contains("characters in de-DE"), "\(call.output)")
    }

    @Test("The `also` key is suggested if locales of a delivered language have no texts")
    func proposed() async throws {
        let none = try Self.project("locales: { expected: [de-DE, fr-FR, fr-CA] }")
        let missing = try await Glossport.run("validate", in: none)
        #expect(missing.stdout.contains("also: { fr-FR: [fr-CA] }"), "\(missing.output)")
        let open = try Self.project("")
        let proposal = try await Glossport.run("validate", in: open)
        #expect(proposal.stderr.contains("also: { fr-FR: [fr-CA] }"), "\(proposal.output)")
        let done = try await Glossport.run("validate", in: try Self.project())
        #expect(done.exitCode == 0 && done.stderr == "", "\(done.output)")
    }
}
