import Foundation
import Testing

/// What a delivery that is in order must not hear, and what becomes of decisions.
@Suite("Reviews of a delivery")
struct ReviewTests {
    @Test("Of the clean samples the rules about texts say nothing, but for a reader's one warning")
    func clean() async throws {
        let project = try TestProject()
        let call = try await Glossport.run(
            "validate",
            "--project",
            Repository.file("samples/northlight/glossport.yaml"),
            "-o",
            "json",
            in: project
        )
        let report = try call.json()
        let rules = (report["findings"]?.elements ?? []).filter { $0["severity"]?.string != "note" }.map {
            $0["rule"]?.string
        }
        #expect(rules == ["xliff-dropped-formatting"])
    }

    private static let texts = """
        key,locale,source,text
        a.header,de-DE,Save 50%,Spare 40 %
        a.body,de-DE,Stay with Northlight.,Bleib bei Nordlicht.

        """

    @Test("Names that stay, and numbers, are compared with the source")
    func compared() async throws {
        let project = try TestProject("deliveries: [{ path: a.csv }]\nterms: { keep: [Northlight] }")
        try project.write(Self.texts, to: "a.csv")
        let call = try await Glossport.run("validate", in: project)
        #expect(call.exitCode == 4)
        #expect(call.stdout.contains("lacks the name “Northlight”"))
        #expect(call.stdout.contains("has 40 % where the source has 50 %"))
    }

    @Test("A finding that is accepted by its number no longer stops the import")
    func accepted() async throws {
        let base = "deliveries: [{ path: a.csv }]\nterms: { keep: [Northlight] }\n"
        let project = try TestProject(base)
        try project.write(Self.texts, to: "a.csv")
        let report = try await Glossport.run("validate", "-o", "json", in: project).json()
        let finding = try #require((report["findings"]?.elements ?? []).first { $0["rule"]?.string == "brand-changed" })
        let number = try #require(finding["fingerprint"]?.string)
        let decision = "accept: [{ finding: \(number), by: Anna, why: The German name }]"
        try project.write(TestProject.projectFile(base + decision), to: "glossport.yaml")
        let call = try await Glossport.run("validate", in: project)
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(call.stdout.contains("1 warning, 1 accepted."))
    }

    @Test("A glossary's forbidden word is found, and a broken glossary said")
    func glossary() async throws {
        let project = try TestProject("deliveries: [{ path: a.csv }]\nterms: { files: [glossary.csv] }")
        try project.write(Self.texts, to: "a.csv")
        try project.write("id,locale,term,status\nstay,de,bleib*,forbidden\nstay,de,verweil*,\n", to: "glossary.csv")
        let call = try await Glossport.run("validate", in: project)
        #expect(call.stdout.contains("uses “bleib*”, which the glossary forbids."), "\(call.output)")
        try project.write("id,locale,term,status\nstay,de,bleib,never\n", to: "glossary.csv")
        let broken = try await Glossport.run("validate", in: project)
        #expect(broken.stdout.contains("glossary.csv:2:"), "\(broken.output)")
        #expect(broken.stdout.contains("“never” is no status of a term."))
    }

    @Test("Of many findings of one kind the first few are shown, the worst first, and all with --all")
    func grouped() async throws {
        let project = try TestProject("deliveries: [{ path: a.csv }]")
        let rows = (1...40).map { number in
            "m\(number).header,de-DE,Bleib  \(number)\nm\(number).body,de-DE,Da.\nm\(number).header,fr-FR,Un \(number)\nm\(number).body,fr-FR,Deux %@.\n"
        }
        try project.write("key,locale,text\n" + rows.joined(), to: "a.csv")
        let call = try await Glossport.run("validate", in: project)
        let lines = call.stdout.split(separator: "\n")
        #expect(lines.count { $0.contains(": error: ") } == 5)
        #expect(lines.count { $0.contains(": warning: ") } == 5)
        #expect(
            call.stdout.contains("… and 35 more of placeholder-left; in all 40 findings in fr-FR. --all lists them.")
        )
        #expect(call.stdout.contains("MESSAGE  de-DE  fr-FR"))
        let all = try await Glossport.run("validate", "--all", in: project)
        #expect(all.stdout.split(separator: "\n").count { $0.contains(": error: ") } == 40)
        // With the note that no source is known, and the counts.
        #expect(
            try await Glossport.run("validate", "-o", "jsonl", in: project).stdout.split(separator: "\n").count == 82
        )
    }
}
