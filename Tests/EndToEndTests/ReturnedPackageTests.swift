import Foundation
import Testing

@Suite("Returned packages")
struct ReturnedPackageTests {
    private static let long = String(repeating: "Sehr lange Nacht ", count: 6) + "Ende"
    private static let longer = String(repeating: "Noch längere Nacht ", count: 5) + "Ende"
    private static let short = "Bleib bei uns"

    /// Returns a project with a vendor's table whose keys and columns need options and whose German text is too long.
    private func project() throws -> TestProject {
        let project = try TestProject(Self.settings([]))
        try project.write(
            """
            code;en-US;de-DE
            keep_header;Stay with us;\(Self.long)
            keep_body;Your data is safe;Deine Daten sind sicher

            """,
            to: "vendor/texts.csv"
        )
        return project
    }

    private static func settings(_ deliveries: [String]) -> String {
        """
        vendors:
          Nord: { locales: [de-DE] }
        deliveries:
          - path: vendor/
            vendor: Nord
            options: { key: code, delimiter: ";" }
            keys: "{message}_{field}"
        \(deliveries.map { "  - path: \($0)\n" }.joined())locales:
          expected: [de-DE, en-US]
          source: en-US
        """
    }

    private func fill(_ package: String, _ folder: String, _ text: String, _ stamp: String, in project: TestProject)
        async throws
    {
        _ = try await ForeignTool.python.run(
            [Repository.file("Tests/EndToEndTests/Checks/fill-package.py"), package, folder, Self.long, text, stamp],
            in: project
        )
    }

    @Test(
        "The newer of two returned packages wins, and replaced texts are reported",
        .enabled(if: ForeignTool.python.isWanted, "python3 is not installed; `make test-all` installs it."),
        arguments: ["csv", "xliff", "xliff2", "xlsx"],
        [["returned/good/", "returned/long/"], ["returned/"], []]
    )
    func twoRounds(format: String, deliveries: [String]) async throws {
        let project = try project()
        let reject = try await Glossport.run("reject", "--out", "to-vendor", "--format", format, in: project)
        #expect(reject.exitCode == 0, "\(reject.output)")
        // Without its own delivery, the returned package is in the vendor's folder, whose options do not apply to it.
        let folder = deliveries.isEmpty ? "vendor/returned" : "returned"
        try project.write("", to: "\(folder)/.keep")
        try await fill("to-vendor", "\(folder)/long", Self.longer, "20260101T000000Z", in: project)
        try await fill("to-vendor", "\(folder)/good", Self.short, "20260201T000000Z", in: project)
        try project.write(TestProject.projectFile(Self.settings(deliveries)), to: "glossport.yaml")

        let validate = try await Glossport.run("validate", "--output", "json", in: project)
        #expect(validate.exitCode == 0, "\(validate.output)")
        let document = try validate.json()
        let findings = document["findings"]?.elements ?? []
        #expect(findings.allSatisfy { $0["severity"]?.string == "note" }, "\(validate.output)")
        let replaced = document["replaced"]?.elements ?? []
        let losers = replaced.compactMap { $0["place"]?["path"]?.string }
        #expect(losers.count == 2 && losers.contains("vendor/texts.csv"), "\(validate.output)")
        #expect(losers.contains { $0.hasPrefix("\(folder)/long/") })
        #expect(replaced.allSatisfy { $0["winner"]?["path"]?.string?.hasPrefix("\(folder)/good/") == true })

        let table = try await Glossport.run("validate", in: project)
        #expect(table.stdout.contains("2 texts are not used, because another file replaces them:"), "\(table.output)")
        #expect(table.stdout.contains("keep.header in de-DE: vendor/texts.csv:2:26, replaced by "), "\(table.output)")
        let again = try await Glossport.run("reject", "--out", "once-more", in: project)
        #expect(!project.exists("once-more"), "\(again.output)")
    }

    @Test(
        "An unchanged returned package has the same finding and removes no text",
        arguments: ["csv", "xliff", "xliff2", "xlsx"]
    )
    func untouched(format: String) async throws {
        let project = try project()
        #expect(try await Glossport.run("reject", "--out", "to-vendor", "--format", format, in: project).exitCode == 0)
        try FileManager.default.copyItem(atPath: project.file("to-vendor"), toPath: project.file("returned"))
        try project.write(TestProject.projectFile(Self.settings(["returned/"])), to: "glossport.yaml")
        let validate = try await Glossport.run("validate", "--output", "json", in: project)
        #expect(validate.exitCode == 4, "\(validate.output)")
        let rules = try validate.json()["findings"]?.elements.compactMap { $0["rule"]?.string } ?? []
        // An XLIFF file declares the limit itself, and tests have no dictionaries.
        let others: Set = ["xliff-longer-than-allowed", "unknown-word"]
        #expect(rules.filter { !others.contains($0) } == ["text-too-long"], "\(validate.output)")
    }
}
