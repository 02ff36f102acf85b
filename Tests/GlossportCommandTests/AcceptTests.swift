import ArgumentParser
import GlossportReading
import Testing

@testable import GlossportCommand

@Suite("Accepting findings")
struct AcceptTests {
    /// Returns a project with a warning in each of two locales, and an error.
    private func project() throws -> ProjectOnDisk {
        try ProjectOnDisk(
            "deliveries: [{ path: a.csv }]\nmessages: { keep: {} }\n",
            [
                "a.csv":
                    "key,de-DE,fr-FR\nkeep.header,Bleib  hier,Restez  ici\nkeep.body,\(String(repeating: "x", count: 150)),Encore là.\n"
            ]
        )
    }

    @Test("A baseline accepts all warnings and no errors")
    func baseline() async throws {
        let project = try project()
        try await project.accept("--all")
        let (report, lines) = try await project.validate("--fail-on", "warning")
        #expect(report.exitCode == 4)
        #expect(!lines.contains("warning:") && lines.contains("[text-too-long"))
    }

    @Test("Accepting with an unknown ID or a past date changes nothing")
    func mistakes() async throws {
        let project = try project()
        let before = try project.text("glossport.yaml")
        let unknown = await #expect(throws: GlossportError.self) { try await project.accept("0000") }
        #expect(unknown?.message == "No finding has an ID that begins with “0000”.")
        await #expect(throws: (any Error).self) { try await project.accept("--all", "--until", "2020-01-01") }
        #expect(try project.text("glossport.yaml") == before)
    }
}

extension ProjectOnDisk {
    /// Runs `accept` on the project.
    fileprivate func accept(_ arguments: String...) async throws {
        try await AcceptCommand.parse(["--project", folder, "--by", "Anna", "--why", "It is meant."] + arguments).run()
    }
}
