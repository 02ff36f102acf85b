import ArgumentParser
import Foundation
import GlossportReading
import Testing

@testable import GlossportCommand

@Suite("Help")
struct HelpTests {
    private func help(_ words: String) throws -> [String] {
        let call = Invocation(["help"] + words.split(separator: " ").map(String.init), environment: [:])
        return try #require(try HelpRequest(call)).lines(width: 80)
    }

    /// The error that a call ends with before it runs.
    private func refusal(of call: Invocation) throws -> GlossportError? {
        do { _ = try HelpRequest(call) } catch let error as GlossportError { return error }
        do { _ = try GlossportCommand.parseAsRoot(call.typed) } catch {
            return CommandSuggestion.explain(error, in: call)
        }
        return nil
    }

    @Test(
        "Every command's help fits 80 columns, shows each flag and its default, breaks no example, and repeats nothing"
    )
    func helps() throws {
        #expect(CommandPath.all.count > 40)
        for command in CommandPath.all {
            let name = command.name
            let lines = try help(command.path.joined(separator: " "))
            for line in lines where line.count > 80 { Issue.record("\(name): \(line)") }
            for line in command.type.configuration.discussion.split(separator: "\n") where line.hasPrefix("  ") {
                #expect(lines.contains(String(line)), "\(name): \(line)")
            }
            #expect(command.path.isEmpty || lines.contains("EXAMPLES"), "\(name)")
            let text = lines.map { $0.trimmingCharacters(in: .whitespaces) }.joined(separator: " ")
            #expect(!text.contains("Example:"), "\(name)")
            for argument in command.arguments where argument.shouldDisplay {
                guard let long = argument.longName, !["help", "version"].contains(long) else { continue }
                #expect(text.contains("--" + long), "\(name): --\(long)")
                #expect(argument.abstract?.isEmpty == false, "\(name): --\(long) says nothing")
                if let value = argument.defaultValue, !value.isEmpty {
                    #expect(text.contains("default: \(value)"), "\(name): --\(long)")
                }
            }
        }
    }

    @Test("A command is listed with its kin, those of every day first, each on one line")
    func groups() throws {
        let lines = try help("")
        let start = try #require(lines.firstIndex(of: "EVERY DAY"))
        let names = lines[(start + 1)...].prefix(7).map { String($0.split(separator: " ")[0]) }
        #expect(names == ["init", "brief", "validate", "accept", "preview", "reject", "plan"])
        let rows = lines[start...].filter { $0.hasPrefix("  ") }
        #expect(rows.allSatisfy { !$0.hasPrefix("   ") }, "a name and half a sentence: \(rows)")
    }

    @Test(
        "A command offers only flags that mean something to it",
        arguments: ["doctor", "images list", "messages list", "defaults set", "settle"]
    )
    func means(words: String) throws {
        let text = try help(words).joined(separator: "\n")
        for flag in ["--if-exists", "--pace", "--concurrency", "--quota-share"] { #expect(!text.contains(flag)) }
        #expect(text.contains("--endpoint"))
    }

    @Test("What is waited for has one name in all commands")
    func clocks() {
        let flags = Set(CommandPath.all.flatMap(\.arguments).compactMap(\.longName))
        let found = flags.filter { $0.hasPrefix("wait") || $0.contains("deadline") || $0.contains("timeout") }
        #expect(
            found.sorted() == [
                "deadline", "wait-for-lock", "wait-for-quota", "wait-for-review", "wait-for-service", "wait-for-test",
            ]
        )
    }

    @Test(
        "`help` explains commands inside commands, and topics",
        arguments: [
            ("journal check", "glossport journal check"), ("exit-codes", "Apple's review rejected"),
            ("environment", "GLOSSPORT_PRIVATE_KEY"), ("keys", "bullets.N.text"), ("untrusted", "--untrusted"),
        ]
    )
    func explains(words: String, hint: String) throws {
        let lines = try help(words)
        #expect(lines.joined(separator: "\n").contains(hint))
        #expect(lines.allSatisfy { $0.count <= 80 })
    }

    @Test(
        "An unknown word is refused with the nearest command or flag, or where they are listed",
        arguments: [
            ("help journal status", "check"), ("help exit-cods", "exit-codes"), ("help nonsense", "topics"),
            ("lint", "glossport --help"), ("improt", "import"), ("import --dry-run", "glossport plan"),
            ("plan --tint", "--help"), ("import --concurency 2", "--concurrency"), ("status --log-file x", "--help"),
        ]
    )
    func misnomers(line: String, hint: String) throws {
        let call = Invocation(line.split(separator: " ").map(String.init), environment: [:])
        let error = try #require(try refusal(of: call))
        let text = error.message + " " + (error.remedy?.description ?? "")
        #expect(text.contains(hint), "\(text)")
        for stranger in ["--ca-file", "--pace", "--color"] { #expect(!text.contains(stranger)) }
    }
}
