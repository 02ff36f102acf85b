import Foundation
import Testing

@Suite("Shared settings")
struct ExtendsTests {
    /// Returns a project in a folder beside the shared settings.
    private static func project(shared: String, own: String = "") throws -> TestProject {
        let project = try TestProject()
        try project.write(shared, to: "shared.yaml")
        try project.write(
            "extends: ../shared.yaml\napp: \(TestProject.app)\ndeliveries: [{ path: vendor/ }]\n\(own)\n",
            to: "app/glossport.yaml"
        )
        try project.add(.small, as: "app/vendor/campaign.csv")
        return project
    }

    private static func run(_ arguments: String..., in project: TestProject) async throws -> Glossport {
        try await Glossport.run(arguments + ["--project", "app"], in: project)
    }

    @Test("Shared settings apply, paths are relative to their file, and the project's own settings win")
    func merged() async throws {
        let project = try Self.project(
            shared: """
                environment: sandbox
                pace: steady
                credentials: { issuerID: \(TestProject.issuerID), keyID: \(TestProject.keyID), privateKeyFile: \(TestProject.keyFile) }
                """,
            own: "pace: hourly"
        )
        let (call, service) = try await Emulator.with(in: project) { emulator in
            try await Self.run("import", "--endpoint", emulator.endpoint, in: project)
        }
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(service.messages.count == Campaign.small.count)
        #expect(project.exists("app/.glossport/journal.sqlite"))
        let plan = try await Self.run("plan", "--offline", "--output", "json", in: project)
        #expect(try plan.json()["pace"]?.string == "hourly")
    }

    @Test("Groups are merged, and lists are replaced")
    func groups() async throws {
        let project = try Self.project(
            shared: "locales: { expected: [ja, ko] }\nrules: { unexpected-locale: error }",
            own: "locales: { expected: [da] }\nrules: { duplicate-text: off }"
        )
        let call = try await Self.run("validate", in: project)
        #expect(call.exitCode == 4, "the shared severity holds beside the project's own: \(call.output)")
        #expect(call.stdout.contains("[unexpected-locale"))
        #expect(!call.stdout.contains("[expected-locale-missing"), "\(call.output)")
    }

    @Test("A mistake is reported with its location in the shared file")
    func places() async throws {
        let project = try Self.project(shared: "environment: sandbox\nlocales:\n  expected: [xx]\njournal: j.sqlite")
        let call = try await Self.run("validate", in: project)
        #expect(call.exitCode == 2)
        #expect(call.stderr.contains("app/../shared.yaml:3:"), "\(call.stderr)")
        #expect(call.stderr.contains("A journal's file can't be shared; a database can."))
    }

    @Test("A journal in a database can be shared because it separates apps")
    func sharedDatabase() async throws {
        let project = try Self.project(shared: "environment: sandbox\njournal: postgres://db1.invalid/glossport")
        #expect(try await Self.run("validate", in: project).exitCode == 0)
        #expect(try await Self.run("status", in: project).stderr.contains("db1.invalid"))
    }

    @Test("Cycles are refused, and so are missing, hidden, world-writable and non-YAML files")
    func refused() async throws {
        let project = try Self.project(shared: "extends: app/glossport.yaml")
        #expect(try await Self.run("validate", in: project).stderr.contains("extends itself, directly"))
        try project.write("environment: sandbox\n", to: "shared.yaml", permissions: 0o666)
        #expect(try await Self.run("validate", in: project).stderr.contains("every user can write to it"))
        for path in ["../.hidden/shared.yaml", "/etc/passwd", "../missing.yaml"] {
            try project.write("extends: \(path)\napp: \(TestProject.app)\n", to: "app/glossport.yaml")
            let call = try await Self.run("validate", in: project)
            #expect(call.exitCode == 2, "\(path): \(call.output)")
            #expect(call.stderr.contains("can't be extended"), "\(path): \(call.output)")
        }
    }

    @Test("In untrusted mode, files outside the project's folder cannot be extended")
    func untrusted() async throws {
        let project = try Self.project(shared: "environment: sandbox")
        let call = try await Self.run("validate", "--untrusted", in: project)
        #expect(call.exitCode == 2)
        #expect(call.stderr.contains("leads out of the project file's folder"), "\(call.output)")
    }
}
