import ArgumentParser
import GlossportReading
import Testing

@testable import GlossportCommand

@Suite("Help")
struct HelpTests {
    @Test("Every command's help fits 80 columns and has examples without line breaks")
    func helps() throws {
        #expect(CommandPath.all.count > 40)
        for command in CommandPath.all {
            let lines = command.help.split(separator: "\n", omittingEmptySubsequences: false)
            for line in lines where line.count > 80 && !line.hasPrefix("USAGE") {
                Issue.record("\(command.name): \(line)")
            }
            for line in command.type.configuration.discussion.split(separator: "\n") where line.hasPrefix("  ") {
                #expect(lines.contains(line), "\(command.name): \(line)")
            }
            #expect(command.path.isEmpty || lines.contains("EXAMPLES"), "\(command.name)")
            let silent = command.help.firstMatch(of: /(?m)^  (?:-[a-z], )?--[a-z-]+(?: <[^>]+>)? *\n(?! {26}\S)/)
            #expect(silent == nil, "\(command.name): a flag says nothing")
        }
    }

    @Test("The list of commands begins with everyday commands in workflow order")
    func everyDay() throws {
        let lines = CommandPath(path: []).help.split(separator: "\n")
        let start = try #require(lines.firstIndex(of: "EVERY DAY SUBCOMMANDS:"))
        let names = lines[(start + 1)...].filter { $0.hasPrefix("  ") && !$0.hasPrefix("   ") }.prefix(7)
            .map { String($0.split(separator: " ")[0]) }
        #expect(names == ["init", "brief", "validate", "accept", "preview", "reject", "plan"])
    }

    @Test("There are at most 45 commands, and an import has at most 30 flags")
    func limits() throws {
        #expect(CommandPath.leaves.count <= 45)
        let flags = CommandPath(path: ["import"]).flags.subtracting(["--version", "--help"])
        #expect(flags.count <= 30, "\(flags.sorted())")
    }

    @Test("Flags for waiting have the same names in all commands")
    func clocks() {
        let flags = Set(CommandPath.leaves.flatMap(\.flags))
        let found = flags.filter { $0.contains("wait") || $0.contains("deadline") || $0.contains("timeout") }
        #expect(
            found.sorted() == ["--deadline", "--max-wait", "--wait-for-lock", "--wait-for-review", "--wait-for-test"]
        )
    }

    @Test(
        "An unknown command is refused with the nearest name or the command that lists all names",
        arguments: [
            ("improt", "Did you mean import?"), ("frobnicate", "`glossport --help` lists them."),
            ("journal chekc", "Did you mean check?"), ("journal prune", "`glossport journal --help` lists them."),
        ]
    )
    func misnomers(line: String, remedy: String) throws {
        let call = Invocation(line.split(separator: " ").map(String.init), environment: [:])
        let error = try #require(throws: GlossportError.self) { try call.refuseUnknownCommand() }
        #expect(error.remedy?.description == remedy)
    }
}
