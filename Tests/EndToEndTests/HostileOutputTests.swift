import Foundation
import Testing

/// A text from a file must not act as a command of a terminal, a build server or a spreadsheet.
@Suite("Malicious names and texts")
struct HostileOutputTests {
    private static let commands = ["::stop-commands::x", "  ::set-output name=a::b", "##[error]pwned", "###vso[task]x"]

    private func project(_ rows: [String]) throws -> TestProject {
        let project = try TestProject("deliveries: [{ path: vendor/ }]")
        try project.write("key,locale,text\n" + rows.joined(separator: "\n") + "\n", to: "vendor/texts.csv")
        return project
    }

    private func rows(_ name: String, text: String = "Bleib") -> [String] {
        ["header", "body"].map { "\"\(name).\($0)\",de-DE,\"\(text) \($0)\"" }
    }

    @Test(
        "A name with control characters is an error and is shown escaped",
        arguments: [
            "k\n::error::pwned", "k\u{1B}]0;owned\u{07}", "k\u{9B}2J", "k\u{202E}x", "k\u{2028}x", "k\u{E0041}",
        ]
    )
    func names(name: String) async throws {
        let project = try project(rows(name))
        let call = try await Glossport.run("validate", in: project)
        #expect(call.exitCode == 4)
        #expect(call.stdout.contains("unprintable-name"))
        #expect(call.stdout.contains("\\u{"))
        let controls = call.output.unicodeScalars.filter {
            $0 != "\n" && ($0.value < 0x20 || name.unicodeScalars.contains($0) && !$0.isASCII)
        }
        #expect(controls.isEmpty)
        #expect(!call.output.split(separator: "\n").contains { $0.hasPrefix("::error") })
    }

    @Test("A file name with control characters is an error")
    func fileNames() async throws {
        let project = try project([])
        try project.write(
            "key,locale,text\nkeep.header,de-DE,Bleib\nkeep.body,de-DE,Hier\n",
            to: "vendor/a\u{1B}[2J.csv"
        )
        let call = try await Glossport.run("validate", in: project)
        #expect(call.exitCode == 4)
        #expect(call.stdout.contains("unprintable-file-name"))
        #expect(!call.output.contains("\u{1B}"))
    }

    @Test("A build server's log contains no line that looks like a command", arguments: commands)
    func buildServers(name: String) async throws {
        let project = try project(rows(name))
        for variable in ["GITHUB_ACTIONS", "TF_BUILD"] {
            for command in [
                ["plan", "--offline", "-v"], ["validate", "-v"], ["plan", "--offline", "--output", "json"],
            ] {
                let call = try await Glossport.run(command, in: project, environment: [variable: "true"])
                #expect(command[0] == "validate" || call.stdout.contains(name.drop { !$0.isLetter }))
                #expect(!call.output.contains("##"))
                let begins = call.output.split(separator: "\n").map { $0.drop { $0.isWhitespace } }
                #expect(!begins.contains { $0.hasPrefix("::") })
            }
        }
        let elsewhere = try await Glossport.run("plan", "--offline", in: project)
        #expect(elsewhere.stdout.contains(name.trimmingCharacters(in: .whitespaces)))
    }

    @Test("JSON escapes control characters without changing texts")
    func json() async throws {
        let text = "a\u{7F}b\u{9B}c\u{202E}d\u{E0041}e\u{FEFF}f — “ü” 👩‍🚀"
        let project = try project(rows("keep", text: text))
        let calls = [
            try await Glossport.run("read", "vendor/texts.csv", in: project),
            try await Glossport.run("plan", "--offline", "--output", "json", in: project),
            try await Glossport.run("validate", "--output", "jsonl", in: project),
        ]
        for call in calls {
            #expect(
                !call.stdout.unicodeScalars.contains {
                    text.unicodeScalars.contains($0)
                        && "\u{7F}\u{9B}\u{202E}\u{E0041}\u{FEFF}".unicodeScalars.contains($0)
                }
            )
        }
        #expect(try calls[0].jsonLines().first?["target"]?.string == text + " header")
        #expect(calls[0].stdout.contains("👩‍🚀"))
    }

    @Test("CSV contains nothing that a spreadsheet would execute")
    func csv() async throws {
        let names = ["=1", "＝1", "@1", "a;=1", "\(String(repeating: "+", count: 2))1", "::x"]
        let project = try project(names.flatMap { rows($0) })
        let (call, _) = try await Emulator.with(in: project) { emulator in
            let imported = try await Glossport.run("import", "--endpoint", emulator.endpoint, in: project)
            #expect(imported.exitCode == 0, "\(imported.output)")
            return try await Glossport.run("ids", "--output", "csv", in: project)
        }
        let cells = call.stdout.split(separator: "\n").dropFirst().compactMap { $0.split(separator: ",").first }
        #expect(Set(cells) == ["'=1", "'＝1", "'@1", "a;'=1", "'++1", "\"::x\""])
    }

    @Test("Output that cannot be written is an error", arguments: ["locales --output json", "--help", "validate"])
    func fullDisk(arguments: String) async throws {
        let project = try project(rows("keep"))
        let (end, errors) = try await shell("'\(Executable.glossport.path)' \(arguments) > /dev/full", in: project)
        #expect(end == .exited(1))
        #expect(errors.contains("The output could not be written: No space left on device."))
    }

    @Test("A closed pipe does not change the exit code")
    func closedPipe() async throws {
        let project = try project(["keep.header,de-DE,Bleib"])
        let code = "{ sleep 0.2; '\(Executable.glossport.path)' validate; echo \"exit $?\" >&2; } | true"
        let (_, errors) = try await shell(code, in: project)
        #expect(errors == "exit 4\n")
    }

    private func shell(_ code: String, in project: TestProject) async throws -> (end: ChildProcess.End, errors: String)
    {
        let output = project.file("shell-\(UUID().uuidString)")
        let process = try ChildProcess(
            ChildProcess.Launch(
                executable: "/bin/sh",
                arguments: ["-c", code],
                environment: ["PATH": "/usr/bin:/bin"],
                folder: project.path,
                outputPath: output,
                errorPath: output + ".err"
            )
        )
        let end = await process.end()
        return (end, try String(contentsOfFile: output + ".err", encoding: .utf8))
    }
}
