import Foundation
import Testing

@Suite("Help on stdout")
struct HelpOutputTests {
    @Test("`help import` equals `import --help`, and a group without a command shows its help")
    func same() async throws {
        let project = try TestProject()
        let help = try await Glossport.run("help", "import", in: project)
        #expect(try await Glossport.run("import", "--help", in: project).stdout == help.stdout)
        let group = try await Glossport.run("journal", in: project)
        #expect(group.exitCode == 0)
        #expect(group.stdout == (try await Glossport.run("help", "journal", in: project)).stdout)
    }

    @Test("Help works in untrusted mode and without a project")
    func untrusted() async throws {
        let project = try TestProject()
        try FileManager.default.removeItem(atPath: project.file("glossport.yaml"))
        let call = try await Glossport.run("import", "--help", "--untrusted", in: project)
        #expect(call.exitCode == 0)
        #expect(call.stdout.contains("USAGE"))
    }
}
