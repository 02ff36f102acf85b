import Foundation
import Testing

@Suite("Completions")
struct CompletionTests {
    private static let projectFile = """
        locales:
          expected: [de-DE, fr-FR, ja]
        messages:
          keep-annual:
            defaultFor: [com.example.northlight.annual]
          keep-monthly:
            defaultFor: [com.example.northlight.monthly]
          "$(touch taken)": {}
        readers:
          po: { command: /nowhere }

        """

    /// Returns the words offered for the last argument.
    private func offers(_ line: String, in project: TestProject) async throws -> [String] {
        let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
        let flag = words.dropLast().last { $0.hasPrefix("--") } ?? "positional@0"
        let commands = words.dropFirst().prefix { !$0.hasPrefix("-") && !$0.isEmpty }
        let call = try await Glossport.run(
            ["---completion"] + commands + ["--", flag, "\(words.count - 1)", "\(words.last?.count ?? 0)"] + words,
            in: project,
            environment: ["GLOSSPORT_UNHEARD_OF": "1"]
        )
        #expect(call.exitCode == 0)
        #expect(call.stderr.isEmpty)
        return call.stdout.split(separator: "\n").map(String.init)
    }

    @Test("A flag's value is completed from the project in the current folder")
    func projectNames() async throws {
        let project = try TestProject(Self.projectFile)
        #expect(try await offers("glossport import --message ", in: project) == ["keep-annual", "keep-monthly"])
        #expect(try await offers("glossport plan --locale ", in: project) == ["de-DE", "fr-FR", "ja"])
        #expect(try await offers("glossport plan --locale ja,", in: project) == ["ja,de-DE", "ja,fr-FR"])
        #expect(
            try await offers("glossport simulate --product ", in: project)
                == ["com.example.northlight.annual", "com.example.northlight.monthly"]
        )
        #expect(try await offers("glossport validate --format ", in: project).contains("po"))
        #expect(try await offers("glossport messages show ", in: project) == ["keep-annual", "keep-monthly"])
        #expect(try await offers("glossport validate --explain ", in: project).contains("text-too-long"))
        #expect(!FileManager.default.fileExists(atPath: project.file(".glossport")), "no journal is made")
    }

    @Test("Without a valid project file, only App Store locales are offered, and no error is printed")
    func withoutProject() async throws {
        let project = try TestProject()
        for text in ["messages: [", ""] {
            try project.write(text, to: "glossport.yaml")
            #expect(try await offers("glossport import --message ", in: project).isEmpty)
            #expect(try await offers("glossport import --locale ", in: project).count == 50)
        }
        try FileManager.default.removeItem(atPath: project.file("glossport.yaml"))
        #expect(try await offers("glossport import --locale ", in: project).count == 50)
    }

    /// Presses Tab in a shell and expects the words to be offered.
    private func press(
        _ shell: String,
        _ line: String,
        _ expected: String...,
        in project: TestProject
    ) async throws {
        let check = Repository.file("Tests/EndToEndTests/Checks/complete.py")
        _ = try await ForeignTool.python.run(
            [check, shell, project.file("completions"), line] + expected,
            in: project,
            environment: ["PATH": Executable.glossport.path.dropLast("glossport".count) + ":/usr/bin:/bin"]
        )
    }

    private func complete(in shell: String) async throws {
        let project = try TestProject(Self.projectFile)
        let script = try await Glossport.run("--generate-completion-script", shell, in: project).stdout
        try project.write(script, to: "completions")
        try await press(shell, "glossport import --message keep-", "keep-annual", "keep-monthly", in: project)
        try await press(shell, "glossport import --locale ", "de-DE", "fr-FR", "ja", "!pt-BR", in: project)
        try await press(shell, "glossport import --locale ja,f", "ja,fr-FR", in: project)
        try await press(shell, "glossport simulate --product ", "light.monthly", in: project)
        try await press(shell, "glossport validate --format x", "xliff", "xcstrings", in: project)
        try await press(shell, "glossport validate --explain text-too-l", "text-too-long", in: project)
        try await press(shell, "glossport validate --report sar", "sarif", in: project)
        try await press(shell, "glossport messages show keep-m", "keep-monthly", in: project)
        try await press(shell, "glossport journal ", "compact", "rebuild", in: project)
        #expect(!FileManager.default.fileExists(atPath: project.file("taken")), "a name is no command")
    }

    @Test("bash completes", .enabled(if: ForeignTool.bash.isWanted, "bash is not installed."))
    func bash() async throws { try await complete(in: "bash") }

    @Test("zsh completes", .enabled(if: ForeignTool.zsh.isWanted, "zsh is not installed; `make test-all` installs it."))
    func zsh() async throws { try await complete(in: "zsh") }

    @Test(
        "fish completes",
        .enabled(if: ForeignTool.fish.isWanted, "fish is not installed; `make test-all` installs it.")
    )
    func fish() async throws { try await complete(in: "fish") }
}
