import Foundation
import Testing

@Suite("The emulator and third-party clients")
struct ForeignClientTests {
    @Test(
        "Apple's own Python library can make all fourteen calls to the emulator",
        .enabled(
            if: ForeignTool.appleLibrary.isWanted,
            "Apple's library for Python is not installed; `make test-all` installs it."
        )
    )
    func appleLibrary() async throws {
        let (project, other) = (try TestProject(), try TestProject())
        let script = Repository.file("Tests/EndToEndTests/Checks/apple-library.py")
        let lines = try await Emulator.with(in: project, "--environment", "production") { production in
            try await Emulator.with(
                in: other,
                "--performance-test-time",
                "2s",
                publicKey: project.publicKeyPath
            ) { sandbox in
                try await ForeignTool.appleLibrary.run(
                    [
                        script, production.endpoint, sandbox.endpoint, project.file(TestProject.keyFile),
                        TestProject.keyID, TestProject.issuerID, TestProject.app,
                    ],
                    in: project
                )
            }
            .value
        }
        .value
        #expect(lines.count { $0.hasPrefix("ok ") } == 35, "\(lines.joined(separator: "\n"))")
    }

    @Test(
        "The emulator's page shows its state live in Chromium",
        .enabled(if: ForeignTool.chromeDriver.isWanted, "Chromium is not installed; `make test-all` installs it.")
    )
    func page() async throws {
        let project = try TestProject()
        let script = Repository.file("Tests/EndToEndTests/Checks/page.py")
        let lines = try await Emulator.with(in: project, "--environment", "production", takesAnyToken: true) {
            emulator in
            try await ForeignTool.python.run([script, emulator.endpoint, ForeignTool.chromeDriver.path], in: project)
        }
        .value
        #expect(lines.count { $0.hasPrefix("ok ") } == 31, "\(lines.joined(separator: "\n"))")
    }
}
