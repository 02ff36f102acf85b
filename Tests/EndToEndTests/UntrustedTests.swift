import Foundation
import Testing

/// The limits of an untrusted pull request.
@Suite("Untrusted mode")
struct UntrustedTests {
    private func project(_ extra: String = "deliveries: [{ path: vendor/ }]") throws -> TestProject {
        let project = try TestProject(extra)
        try project.add(.small)
        return project
    }

    private func event(from head: String, in project: TestProject) throws -> [String: String] {
        let event = """
            {"pull_request": {"head": {"repo": {"id": \(head.count), "full_name": "\(head)"}},
            "base": {"repo": {"id": 3, "full_name": "a/b"}}}}
            """
        try project.write(event, to: "event.json")
        return ["GITHUB_EVENT_NAME": "pull_request", "GITHUB_EVENT_PATH": project.file("event.json")]
    }

    @Test("A pull request from another repository turns untrusted mode on, which `validate` reports")
    func detected() async throws {
        let project = try project()
        try FileManager.default.removeItem(atPath: project.file(TestProject.keyFile))
        let fork = try event(from: "stranger/b", in: project)
        let call = try await Glossport.run("validate", in: project, environment: fork)
        #expect(call.exitCode == 0, "\(call.output)")
        #expect(
            call.stderr.hasPrefix(
                "Untrusted mode is on because GitHub says that this pull request comes from stranger/b, not from a/b:"
            )
        )
        for silent in [["validate", "--trusted"], ["--trusted", "validate"]] {
            #expect(try await Glossport.run(silent, in: project, environment: fork).stderr == "")
        }
        let own = try event(from: "a/b", in: project)
        #expect(try await Glossport.run("validate", in: project, environment: own).stderr == "")
    }

    @Test("In untrusted mode, import is refused and writes nothing")
    func refused() async throws {
        let project = try project()
        let call = try await Glossport.run("import", "--untrusted", in: project)
        #expect(call.exitCode == 2)
        #expect(call.stderr.contains("is refused in untrusted mode, which is on because it was asked for."))
        #expect(!project.exists(".glossport"))
    }

    @Test("Neither the project file nor a flag can make a command read outside the folder")
    func outside() async throws {
        let project = try project()
        try project.write("key,locale,text\nkeep.header,CANARY,x\n", to: "elsewhere/a.csv")
        try project.write("app: a.b\ndeliveries: [{ path: ../elsewhere/a.csv }]\n", to: "app/glossport.yaml")
        let file = ["--project", "app/glossport.yaml"]
        for arguments in [
            ["validate"] + file, ["validate", "elsewhere/a.csv"] + file, ["validate", "--allow-outside"] + file,
            ["read", "/etc/hostname"], ["read", "../../etc/hostname"],
            ["validate", "--project", "/etc/hostname/a.yaml"],
        ] {
            let call = try await Glossport.run(arguments + ["--untrusted"], in: project)
            #expect(call.exitCode == 2, "\(arguments): \(call.output)")
            #expect(!call.output.contains("CANARY"))
        }
    }

    @Test("No link is followed, even within the folder", arguments: ["vendor", "vendor/a.csv", "glossport.yaml"])
    func links(what: String) async throws {
        let project = try TestProject("deliveries: [{ path: vendor/a.csv }]")
        try project.add(.small, as: "vendor/a.csv")
        #expect(try await Glossport.run("validate", "--untrusted", in: project).exitCode == 0)
        try FileManager.default.moveItem(atPath: project.file(what), toPath: project.file("real"))
        try FileManager.default.createSymbolicLink(
            atPath: project.file(what),
            withDestinationPath: project.file("real")
        )
        #expect(try await Glossport.run("validate", in: project).exitCode == 0)
        let call = try await Glossport.run("validate", "--untrusted", in: project)
        #expect(call.exitCode == 2)
        #expect(call.stderr.contains("is a symbolic link, or is inside a linked folder."), "\(call.stderr)")
    }

    @Test("Output contains no build server commands, even without a build server's variables")
    func guarded() async throws {
        let project = try TestProject("deliveries: [{ path: a.csv }]")
        try project.write("key,locale,text\n::error::x.header,de-DE,a\n::error::x.body,de-DE,b\n", to: "a.csv")
        let call = try await Glossport.run("validate", "-v", "--untrusted", in: project)
        for line in call.output.split(separator: "\n") {
            #expect(!line.drop { $0 == " " }.hasPrefix("::"), "\(line)")
        }
    }

    #if os(Linux)
        @Test("A delivery of 100 MB fits the limits on memory and processor time, and exceeding a limit is an error")
        func limits() async throws {
            let project = try TestProject("deliveries: [{ path: a.csv }]\nkeys: \"{message}.{field}\"")
            var text = "key,locale,text\nkeep.header,ja,a\nkeep.body,ja,b\n"
            text += String(repeating: "other,ja,\(String(repeating: "x", count: 990))\n", count: 100_000)
            try project.write(text, to: "a.csv")
            let call = try await Glossport.run("validate", "--untrusted", in: project)
            #expect(call.exitCode == 0, "\(call.output.prefix(2_000))")
            // A stricter existing limit stays in force; exceeding it gives the same error.
            let process = try ChildProcess(
                ChildProcess.Launch(
                    executable: "/bin/sh",
                    arguments: [
                        "-c", "ulimit -S -t 1; exec \"$0\" read -q --untrusted \"$@\"",
                        Executable.glossport.path,
                    ] + Array(repeating: "a.csv", count: 12),
                    folder: project.path,
                    outputPath: project.file("out"),
                    errorPath: project.file("err")
                )
            )
            #expect(await process.end() == .exited(2))
            #expect(
                try project.text("err").contains("it may use 4 GB of memory or 5 minutes of processor time at most.")
            )
        }
    #endif

    @Test("A private key that the project file names as a delivery is not shown")
    func key() async throws {
        let project = try project(
            """
            deliveries:
              - path: \(TestProject.keyFile)
                format: csv
                options: { delimiter: "=", headerRow: none, key: "1", locale: "1", text: "1", layout: long }
              - path: renamed.csv
              - path: late.csv
              - path: utf16.csv
            """
        )
        let key = try project.text(TestProject.keyFile)
        try project.write(key, to: "renamed.csv")
        try project.write(String(repeating: "a,b\n", count: 20_000) + key, to: "late.csv")
        let utf16 = key.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        try Data([0xFF, 0xFE] + utf16).write(to: URL(fileURLWithPath: project.file("utf16.csv")))
        for arguments in [
            ["validate"], ["validate", "--untrusted"], ["validate", "--output", "json"], ["read", "renamed.csv"],
            ["read", "late.csv"], ["read", "utf16.csv"],
        ] {
            let call = try await Glossport.run(arguments, in: project)
            #expect(call.exitCode == 4 && call.output.contains("contains a private key"), "\(call.output)")
            #expect(!key.split(separator: "\n").contains { call.output.contains($0) }, "\(arguments)")
        }
    }
}
