import Foundation
import Testing

@Suite("Accepting findings")
struct AcceptTests {
    /// Returns a project with a warning in each of two locales, and an error.
    private func project() throws -> TestProject {
        let project = try TestProject()
        try project.write(
            "app: com.example.app\ndeliveries: [{ path: a.csv }]\nmessages: { keep: {} }\n",
            to: "glossport.yaml"
        )
        try project.write(
            "key,de-DE,fr-FR\nkeep.header,Bleib  hier,Restez  ici\nkeep.body,\(String(repeating: "x", count: 150)),Encore là.\n",
            to: "a.csv"
        )
        return project
    }

    private static let signature = ["--by", "Anna", "--why", "It is meant."]

    @Test("A finding is accepted by the ID that validate shows, and validate --accepted lists it")
    func one() async throws {
        let project = try project()
        let shown = try await Glossport.run("validate", in: project).stdout
        let match = try #require(shown.firstMatch(of: /double-space · de-DE · keep · header · ([0-9a-f]{8})\]/))
        let call = try await Glossport.run(["accept", String(match.1)] + Self.signature, in: project)
        #expect(call.exitCode == 0, "\(call.stderr)")
        let after = try await Glossport.run("validate", in: project).stdout
        #expect(!after.contains("double-space · de-DE") && after.contains("double-space · fr-FR"))
        let accepted = try await Glossport.run("validate", "--accepted", in: project).stdout
        #expect(accepted.contains("Accepted by Anna: It is meant. [double-space · de-DE · keep · header ·"))
        #expect(!accepted.contains("double-space · fr-FR"))
    }
}
