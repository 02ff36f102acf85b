import Foundation
import Testing

@Suite("Search for the project file")
struct ProjectSearchTests {
    /// Returns a project, and a subfolder that is the commands' current folder.
    private static func project() throws -> (outer: TestProject, inner: TestProject) {
        let outer = try TestProject("deliveries: [{ path: vendor/ }]")
        try outer.add(.small)
        return (outer, try TestProject(below: outer, "deep/er"))
    }

    @Test("From a subfolder, the nearest project file above is used and reported")
    func upward() async throws {
        let (outer, inner) = try Self.project()
        let call = try await Glossport.run("validate", in: inner, environment: ["HOME": outer.path])
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(call.stderr.contains("The project is ../../glossport.yaml."))
        #expect(call.stdout.contains("../../vendor/campaign.csv"))
    }

    @Test("Paths in arguments are relative to the current folder")
    func arguments() async throws {
        let (outer, inner) = try Self.project()
        try inner.add(Campaign(messages: 1, locales: 1), as: "here.csv")
        let call = try await Glossport.run("validate", "here.csv", in: inner, environment: ["HOME": outer.path])
        #expect(call.stdout.contains("1 record "), "\(call.output)")
    }

    @Test("From a subfolder, the journal is still beside the project file")
    func journal() async throws {
        let (outer, inner) = try Self.project()
        let (call, _) = try await Emulator.with(in: outer) { emulator in
            try await Glossport.run(
                "import",
                "--endpoint",
                emulator.endpoint,
                in: inner,
                environment: ["HOME": outer.path]
            )
        }
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(outer.exists(".glossport/journal.sqlite"))
        #expect(!inner.exists(".glossport"))
    }

    @Test("Project files above the home folder are not used")
    func home() async throws {
        let (_, inner) = try Self.project()
        let call = try await Glossport.run("validate", in: inner)
        #expect(call.exitCode == 2)
        #expect(call.stderr.contains("There is no glossport.yaml here or in the folders above."))
    }

    @Test("A project file that every user can write to is ignored and reported")
    func doubtful() async throws {
        let (outer, inner) = try Self.project()
        try outer.write(try outer.text("glossport.yaml"), to: "glossport.yaml", permissions: 0o666)
        let call = try await Glossport.run("validate", in: inner, environment: ["HOME": outer.path])
        #expect(call.exitCode == 2)
        #expect(call.stderr.contains("../../glossport.yaml is ignored: every user can write to it."))
        let named = try await Glossport.run("validate", "--project", "../..", in: inner)
        #expect(named.exitCode == 0, "a folder that is named is enough: \(named.output)")
    }

    @Test("In untrusted mode, folders above are not searched")
    func untrusted() async throws {
        let (outer, inner) = try Self.project()
        let call = try await Glossport.run("validate", "--untrusted", in: inner, environment: ["HOME": outer.path])
        #expect(call.exitCode == 2, "\(call.output)")
    }
}
