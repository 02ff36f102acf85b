import Foundation
import Testing

@Suite("A private key in the wrong place")
struct PastedKeyTests {
    /// Returns the lines of the key that are not the same for all keys.
    private func secrets(of project: TestProject) -> [Substring] {
        project.privateKey.split(separator: "\n").filter { !$0.hasPrefix("-----") }
    }

    private func expectNothingShown(_ call: Glossport, of project: TestProject, naming name: String) {
        #expect(call.exitCode == 2)
        #expect(call.stderr.contains("\(name) appears to contain a private key"), "\(call.stderr)")
        for secret in secrets(of: project) { #expect(!call.output.contains(secret)) }
    }

    @Test(
        "A variable that contains a key is refused by name, and nothing is sent",
        arguments: ["GLOSSPORT_JOURNAL"]
    )
    func variables(variable: String) async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.add(.small)
        let (calls, service) = try await Emulator.with(in: project) { emulator in
            var calls: [Glossport] = []
            for command in [["import"], ["doctor", "--output", "json"]] {
                for value in [project.privateKey, project.privateKey.replacing("\n", with: "\\n")] {
                    calls.append(
                        try await Glossport.run(
                            command + ["--endpoint", emulator.endpoint],
                            in: project,
                            environment: [variable: value]
                        )
                    )
                }
            }
            return calls
        }
        for call in calls { expectNothingShown(call, of: project, naming: "The environment variable \(variable)") }
        #expect(service.requests.isEmpty)
    }

    @Test("A key in the project file is reported with its line", arguments: ["privateKeyFile", "keyID", "issuerID"])
    func projectFile(key: String) async throws {
        let project = try TestProject()
        let value = project.privateKey.split(separator: "\n").joined(separator: "\\n")
        try project.write("app: com.example.x\ncredentials:\n  \(key): \"\(value)\"\n", to: "glossport.yaml")
        let call = try await Glossport.run("validate", in: project)
        #expect(call.exitCode == 2)
        #expect(call.stderr.hasPrefix("glossport.yaml:3:1: error: This line appears to contain a private key."))
        for secret in secrets(of: project) { #expect(!call.output.contains(secret)) }
    }

    @Test("An invalid key ID or issuer is refused without being repeated", arguments: ["KEY_ID", "ISSUER_ID"])
    func form(name: String) async throws {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.add(.small)
        let call = try await Glossport.run(
            "plan",
            in: project,
            environment: ["GLOSSPORT_\(name)": "hunter2-and-more"]
        )
        #expect(call.exitCode == 2)
        #expect(call.stderr.contains("GLOSSPORT_\(name)"), "\(call.stderr)")
        #expect(!call.output.contains("hunter2"))
    }
}
