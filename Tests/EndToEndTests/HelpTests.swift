import Foundation
import Testing

@Suite("Help", .bounded)
struct HelpTests {
    /// What a command declares, as ArgumentParser tells it.
    private struct Declared: Decodable {
        var commandName: String
        var abstract, discussion: String?
        var subcommands: [Declared]?
        var arguments: [Argument]?

        struct Argument: Decodable {
            var kind: String
            var shouldDisplay: Bool
            var names: [Name]?
            var defaultValue, abstract: String?

            struct Name: Decodable { var kind, name: String }

            var long: String? { names?.first { $0.kind == "long" }?.name }
        }

        /// All commands below this one with the words that call them.
        func all(_ path: [String] = []) -> [(words: [String], command: Declared)] {
            [(path, self)]
                + (subcommands ?? []).filter { $0.commandName != "help" }.flatMap { $0.all(path + [$0.commandName]) }
        }
    }

    private struct Dump: Decodable { var command: Declared }

    private func commands(in project: TestProject) async throws -> [(words: [String], command: Declared)] {
        let call = try await Glossport.run("--experimental-dump-help", in: project)
        return try JSONDecoder().decode(Dump.self, from: Data(call.stdout.utf8)).command.all()
    }

    @Test(
        "Every command's help fits 80 columns, shows each flag and its default, breaks no example, and repeats nothing"
    )
    func helps() async throws {
        let project = try TestProject()
        let commands = try await commands(in: project)
        #expect(commands.count > 40)
        for (words, command) in commands {
            let call = try await Glossport.run(words + ["--help"], in: project)
            let name = words.joined(separator: " ")
            #expect(call.exitCode == 0, "\(name)")
            let lines = call.stdout.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
            for line in lines where line.count > 80 { Issue.record("\(name): \(line)") }
            for line in (command.discussion ?? "").split(separator: "\n") where line.hasPrefix("  ") {
                #expect(lines.contains(String(line)), "\(name): \(line)")
            }
            if !words.isEmpty { #expect(lines.contains("EXAMPLES"), "\(name)") }
            let text = lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
            #expect(!text.contains("Example:"), "\(name)")
            for argument in command.arguments ?? [] where argument.shouldDisplay {
                guard let long = argument.long, !["help", "version"].contains(long) else { continue }
                #expect(text.contains("--" + long), "\(name): --\(long)")
                #expect(argument.abstract?.isEmpty == false, "\(name): --\(long) says nothing")
                if let value = argument.defaultValue, !value.isEmpty {
                    #expect(text.contains("default: \(value)"), "\(name): --\(long)")
                }
            }
        }
    }

    @Test("A command is listed with its kin, those of every day first, each on one line")
    func groups() async throws {
        let call = try await Glossport.run("--help", in: try TestProject())
        let lines = call.stdout.split(separator: "\n").map(String.init)
        let start = try #require(lines.firstIndex(of: "EVERY DAY"))
        let names = lines[(start + 1)...].prefix(7).map { String($0.split(separator: " ")[0]) }
        #expect(names == ["init", "validate", "accept", "preview", "reject", "plan", "import"])
        let rows = lines[start...].filter { $0.hasPrefix("  ") }
        #expect(rows.allSatisfy { !$0.hasPrefix("   ") }, "a name and half a sentence: \(rows)")
    }

    @Test(
        "A command offers only flags that mean something to it",
        arguments: ["doctor", "images list", "messages list", "defaults set", "settle"]
    )
    func means(words: String) async throws {
        let call = try await Glossport.run(
            words.split(separator: " ").map(String.init) + ["--help"],
            in: try TestProject()
        )
        for flag in ["--if-exists", "--pace", "--concurrency", "--quota-share"] {
            #expect(!call.stdout.contains(flag))
        }
        #expect(call.stdout.contains("--endpoint"))
    }

    @Test("What is waited for has one name in all commands")
    func clocks() async throws {
        let project = try TestProject()
        let clocks = ["deadline", "wait-for-lock", "wait-for-quota", "wait-for-review", "wait-for-service"]
        var found: Set<String> = []
        for (_, command) in try await commands(in: project) {
            let flags = (command.arguments ?? []).compactMap(\.long)
            found.formUnion(flags.filter { $0.hasPrefix("wait") || $0.contains("deadline") || $0.contains("timeout") })
        }
        // What is waited for, not who waits: `fleet status --waiting` lists those.
        found.remove("waiting")
        #expect(found.sorted() == clocks)
    }

    @Test(
        "`help` explains commands inside commands, and topics",
        arguments: [
            ("journal check", "glossport journal check"), ("exit-codes", "Apple's review rejected"),
            ("environment", "GLOSSPORT_PRIVATE_KEY"), ("keys", "bullets.N.text"), ("untrusted", "--untrusted"),
        ]
    )
    func help(words: String, hint: String) async throws {
        let call = try await Glossport.run(
            ["help"] + words.split(separator: " ").map(String.init),
            in: try TestProject()
        )
        #expect(call.exitCode == 0)
        #expect(call.stdout.contains(hint))
        #expect(call.stdout.split(separator: "\n").allSatisfy { $0.count <= 80 })
    }

    @Test("`help import` and `import --help` are the same; a group without a command explains itself")
    func same() async throws {
        let project = try TestProject()
        let help = try await Glossport.run("help", "import", in: project)
        #expect(try await Glossport.run("import", "--help", in: project).stdout == help.stdout)
        let group = try await Glossport.run("journal", in: project)
        #expect(group.exitCode == 0)
        #expect(group.stdout == (try await Glossport.run("help", "journal", in: project)).stdout)
    }

    @Test(
        "2: what there is not is not explained, and a word that other tools use is understood",
        arguments: [
            ("help journal status", "check"), ("help exit-cods", "exit-codes"), ("help nonsense", "topics"),
            ("man", "glossport help"), ("lint", "glossport validate"), ("check", "glossport validate"),
            ("apply", "glossport import"), ("upload", "glossport import"), ("sync", "glossport import"),
            ("import --dry-run", "glossport plan"), ("import --trace", "--verbose"), ("plan --tint", "--help"),
            ("import --max-wait 1m", "--wait-for-quota"), ("import --wait 1m", "--wait-for-review"),
            ("wait --timeout 1m", "--wait-for-review"), ("import --concurency 2", "--concurrency"),
            ("status --log-file x", "--help"),
        ]
    )
    func misnomers(line: String, hint: String) async throws {
        let call = try await Glossport.run(line.split(separator: " ").map(String.init), in: try TestProject())
        #expect(call.exitCode == 2)
        #expect(call.stdout.isEmpty)
        #expect(call.stderr.contains(hint), "\(call.stderr)")
        for stranger in ["--ca-file", "--pace", "--color"] { #expect(!call.stderr.contains(stranger)) }
    }

    @Test("Help is no secret from strangers, and needs no project")
    func untrusted() async throws {
        let project = try TestProject()
        try FileManager.default.removeItem(atPath: project.file("glossport.yaml"))
        let call = try await Glossport.run("import", "--help", "--untrusted", in: project)
        #expect(call.exitCode == 0)
        #expect(call.stdout.contains("USAGE"))
    }
}
