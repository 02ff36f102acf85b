import Foundation
import Testing

@Suite("Project file, environment and flags")
struct ProjectFileTests {
    @Test("Environment variables override the project file, and flags override both")
    func precedence() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]\npace: steady")
        try project.add(.small)
        let plan = ["plan", "--offline", "--output", "json"]
        let file = try await Glossport.run(plan, in: project)
        #expect(try file.json()["environment"]?.string == "sandbox")
        #expect(try file.json()["pace"]?.string == "steady")

        let variables = ["GLOSSPORT_ENVIRONMENT": "production"]
        let environment = try await Glossport.run(plan, in: project, environment: variables)
        #expect(try environment.json()["environment"]?.string == "production")

        let flags = try await Glossport.run(plan + ["--environment=sandbox"], in: project, environment: variables)
        #expect(try flags.json()["environment"]?.string == "sandbox")
    }

    @Test("An invalid value of a variable is refused by the variable's name, and not repeated")
    func invalidVariable() async throws {
        let project = try TestProject()
        let unsure = try await Glossport.run("plan", in: project, environment: ["GLOSSPORT_ENVIRONMENT": "hurly"])
        #expect(unsure.exitCode == 2)
        #expect(unsure.stderr.contains("The environment variable GLOSSPORT_ENVIRONMENT has an invalid value."))
        #expect(!unsure.output.contains("hurly"))
    }

    @Test("The private key can come from the environment instead of a file")
    func keyInEnvironment() async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.add(.small)
        try FileManager.default.removeItem(atPath: project.file(TestProject.keyFile))
        let (calls, service) = try await Emulator.with(in: project, "--key-id", TestProject.keyID) { emulator in
            let arguments = ["import", "--endpoint", emulator.endpoint]
            return [
                try await Glossport.run(arguments, in: project),
                try await Glossport.run(
                    arguments,
                    in: project,
                    environment: ["GLOSSPORT_PRIVATE_KEY": project.privateKey]
                ),
            ]
        }
        #expect(calls.map(\.exitCode) == [7, 0], "\(calls.map(\.output))")
        #expect(service.messages.count == Campaign.small.count)
    }

    @Test("`init` writes a valid project file and does not overwrite an existing one")
    func initializes() async throws {
        let project = try TestProject()
        try FileManager.default.removeItem(atPath: project.file("glossport.yaml"))
        let written = try await Glossport.run("init", "--app", TestProject.app, in: project)
        #expect(written.exitCode == 0)
        #expect(written.stdout.contains("glossport validate"))
        try project.add(.small)
        let validated = try await Glossport.run("validate", in: project)
        #expect(validated.exitCode == 0, "\(validated.output)")
        #expect(validated.stdout.contains("10 records"))

        let text = try project.text("glossport.yaml")
        let again = try await Glossport.run("init", in: project)
        #expect(again.exitCode == 2)
        #expect(try project.text("glossport.yaml") == text)
        let nonsense = try await Glossport.run("init", "--app", "not a bundle", "--project", "other.yaml", in: project)
        #expect(nonsense.exitCode == 2)
        #expect(!project.exists("other.yaml"))
    }

    @Test("Paths in the project file are relative to it, and arguments to the current folder")
    func paths() async throws {
        let project = try TestProject()
        try project.write(TestProject.projectFile("deliveries: [{ path: vendor/ }]"), to: "app/glossport.yaml")
        try project.add(.small, as: "app/vendor/campaign.csv")
        try project.add(Campaign(messages: 1, locales: 1), as: "here.csv")
        let fromFile = try await Glossport.run("validate", "--project", "app/glossport.yaml", in: project)
        #expect(fromFile.stdout.contains("app/vendor/campaign.csv"), "\(fromFile.output)")
        let fromArgument = try await Glossport.run(
            "validate",
            "--project",
            "app/glossport.yaml",
            "here.csv",
            in: project
        )
        #expect(fromArgument.stdout.contains("1 record "), "\(fromArgument.output)")
    }

    @Test("Files can be validated without a project file")
    func withoutProject() async throws {
        let project = try TestProject()
        try FileManager.default.removeItem(atPath: project.file("glossport.yaml"))
        try project.add(.small, as: "late.csv")
        let call = try await Glossport.run("validate", "late.csv", in: project)
        #expect(call.exitCode == 0, "\(call.output)")
    }
}
