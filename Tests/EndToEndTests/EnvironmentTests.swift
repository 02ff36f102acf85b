import Foundation
import Testing

@Suite("Environment variables")
struct EnvironmentTests {
    private func project() throws -> TestProject {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.add(.small)
        return project
    }

    @Test("An empty variable counts as unset, even if its name is unknown")
    func empty() async throws {
        let project = try project()
        let names = [
            "PROJECT", "ENVIRONMENT", "JOURNAL", "ENDPOINT", "ISSUER_ID", "KEY_ID", "PRIVATE_KEY", "PRIVATE_KEY_FILE",
            "UNHEARD_OF",
        ]
        let empty = Dictionary(uniqueKeysWithValues: names.map { ("GLOSSPORT_\($0)", "") })
        let call = try await Glossport.run("plan", "--offline", in: project, environment: empty)
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(call.stdout == (try await Glossport.run("plan", "--offline", in: project)).stdout)
    }

    @Test("An unknown variable is an error with the nearest name, before any request is sent")
    func misspelled() async throws {
        let project = try project()
        let (calls, service) = try await Emulator.with(in: project) { emulator in
            var calls: [Glossport] = []
            for variable in ["GLOSSPORT_ENVIROMENT", "GLOSSPORT_QUUX"] {
                let environment = ["GLOSSPORT_ENDPOINT": emulator.endpoint, variable: "production"]
                calls.append(try await Glossport.run("import", in: project, environment: environment))
            }
            // A command group that is also a command.
            let misspelled = ["GLOSSPORT_ENDPOINT": emulator.endpoint, "GLOSSPORT_ENVIROMENT": "production"]
            calls.append(try await Glossport.run("realtime", in: project, environment: misspelled))
            return calls
        }
        #expect(calls.map(\.exitCode) == [2, 2, 2])
        #expect(
            calls[0].stderr.contains(
                "Unknown environment variable GLOSSPORT_ENVIROMENT.\n    Did you mean GLOSSPORT_ENVIRONMENT?"
            )
        )
        #expect(
            calls[1].stderr.contains("Unknown environment variable GLOSSPORT_QUUX.\n    Variables: GLOSSPORT_PROJECT, ")
        )
        #expect(service.requests.isEmpty)
        // Help and version must work after such a mistake.
        for flag in ["--help", "--version"] {
            #expect(try await Glossport.run(flag, in: project, environment: ["GLOSSPORT_QUUX": "1"]).exitCode == 0)
        }
    }

    @Test("A key can be in base64, a mounted secret or a pipe, and never appears in output")
    func secrets() async throws {
        let project = try TestProject()
        let base64 = Data(project.privateKey.utf8).base64EncodedString(options: .lineLength76Characters)
        let mount = "mount/..2026_11_22"
        try project.write(project.privateKey, to: "\(mount)/AuthKey.p8", permissions: 0o600)
        try FileManager.default.createSymbolicLink(
            atPath: project.file("mount/..data"),
            withDestinationPath: "..2026_11_22"
        )
        try FileManager.default.createSymbolicLink(
            atPath: project.file("mount/AuthKey.p8"),
            withDestinationPath: "..data/AuthKey.p8"
        )
        for folder in ["mount", mount] {
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: project.file(folder))
        }
        try FileManager.default.removeItem(atPath: project.file(TestProject.keyFile))
        let (calls, _) = try await Emulator.with(in: project) { emulator in
            let endpoint = ["GLOSSPORT_ENDPOINT": emulator.endpoint]
            var calls: [Glossport] = []
            for key in [base64, base64.replacing("\r\n", with: "")] {
                let environment = endpoint.merging(["GLOSSPORT_PRIVATE_KEY": key]) { $1 }
                calls.append(try await Glossport.run("doctor", in: project, environment: environment))
            }
            for (file, input) in [("mount/AuthKey.p8", nil), ("/dev/stdin", project.file("\(mount)/AuthKey.p8"))]
                as [(String, String?)]
            {
                let environment = endpoint.merging(["GLOSSPORT_PRIVATE_KEY_FILE": file]) { $1 }
                let call = try Glossport.start(["doctor"], in: project, environment: environment, input: input)
                calls.append(try await call.result())
            }
            return calls
        }
        for call in calls {
            #expect(call.exitCode == 0, "\(call.output)")
            #expect(!call.output.contains(base64.prefix(40)))
            for line in project.privateKey.split(separator: "\n") { #expect(!call.output.contains(line)) }
        }
        let misplaced = ["GLOSSPORT_KEY_ID": base64.replacing("\r\n", with: "")]
        let call = try await Glossport.run("doctor", in: project, environment: misplaced)
        #expect(call.stderr.contains("The environment variable GLOSSPORT_KEY_ID appears to contain a private key"))
        #expect(!call.output.contains(base64.prefix(40)))
    }
}
