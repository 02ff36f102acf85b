import ArgumentParser
import Foundation
import Testing

@testable import GlossportCommand

@Suite("Recommended commands")
struct HintsTests {
    private static func flags(of command: any ParsableCommand.Type) -> Set<String> {
        Set(Declaration.arguments(of: command).flatMap(\.spellings))
    }

    /// A call with every flag that says what it is about.
    private static let call = Hints.call([
        "import", "--project", "apps/x.yaml", "--app=com.example.x", "--environment", "production", "--journal",
        "j.sqlite",
        "--allow-outside", "--endpoint", "http://localhost:1", "--ca-file", "ca.pem", "--key-id", "ABCDEFGHIJ",
        "--locale",
        "de-DE,ja", "--message", "keep-annual", "--format", "csv", "--option", "delimiter=;", "--vanished-after", "2h",
        "--yes", "--deadline", "1h", "--output", "json", "--log", "requests.log", "--report=junit=r.xml", "--", "--app",
    ])

    @Test("Every command gets those flags of a call that it declares, and no other")
    func everyCommand() throws {
        for command in CommandPath.working {
            let name = command.name
            let recommended = Hints.complete("Run `\(name)`.", in: Self.call)
            let words = recommended.split(separator: "`")[1].split(separator: " ").map(String.init)
            let own = Self.flags(of: command.type)
            for word in words where word.hasPrefix("--") { #expect(own.contains(word), "\(recommended)") }
            #expect(own.contains("--project") == words.contains("--project"), "\(recommended)")
            for flag in ["--yes", "--deadline", "--output", "--log", "--report"] {
                #expect(!words.contains(flag), "\(recommended)")
            }
            // Completed once more, it stays as it is.
            #expect(Hints.complete(recommended, in: Self.call) == recommended)
        }
    }

    @Test("The project is named wherever it is looked for")
    func project() {
        let call = Hints.call(["import", "--project", "apps/x.yaml"])
        for (sentence, completed) in [
            (
                "`glossport preview --locale de-DE` shows",
                "`glossport preview --locale de-DE --project apps/x.yaml` shows"
            ),
            ("`glossport journal create`", "`glossport journal create --project apps/x.yaml`"),
            ("`glossport plugin trust texts`", "`glossport plugin trust texts --project apps/x.yaml`"),
            ("`glossport readers csv`", "`glossport readers csv --project apps/x.yaml`"),
            ("`glossport import --help`", "`glossport import --help`"), ("`glossport locales`", "`glossport locales`"),
            ("glossport import", "glossport import"),
        ] { #expect(Hints.complete(sentence, in: call) == completed) }
    }

    @Test("A selection is repeated by what reads deliveries and by the command itself, and hides nothing of others")
    func selection() {
        let call = Hints.call(["import", "--locale", "da"])
        #expect(Hints.complete("`glossport validate`", in: call) == "`glossport validate --locale da`")
        for name in ["prune", "settle", "journal rebuild", "status"] {
            #expect(Hints.complete("`glossport \(name)`", in: call) == "`glossport \(name)`")
        }
        let prune = Hints.call(["prune", "--locale", "da"])
        #expect(Hints.complete("`glossport prune --yes`", in: prune) == "`glossport prune --yes --locale da`")
    }

    @Test("Named deliveries are repeated by what reads deliveries")
    func deliveries() {
        let call = Hints.call(["validate", "vendor/my file.csv"], ["vendor/my file.csv"])
        #expect(Hints.complete("`glossport import`", in: call) == "`glossport import 'vendor/my file.csv'`")
        #expect(Hints.complete("`glossport status`", in: call) == "`glossport status`")
    }

    @Test("An import of all deliveries is recommended without a part of them")
    func allDeliveries() {
        let call = Hints.call(["import", "--project", "a", "--locale", "da", "late.csv"], ["late.csv"])
        let sentence = "`glossport import` of all deliveries removes them; `glossport import` continues."
        let completed = Hints.complete(sentence, in: call)
        #expect(
            completed
                == "`glossport import --project a` of all deliveries removes them; `glossport import late.csv --project a --locale da` continues."
        )
        #expect(Hints.complete(completed, in: call) == completed)
    }

    @Test("After a promotion they are about where it went")
    func promotion() {
        let call = Hints.call(["promote", "--project", "a"])
        #expect(
            Hints.complete("`glossport settle`", in: call) == "`glossport settle --project a --environment production`"
        )
        #expect(Hints.complete("`glossport promote`", in: call) == "`glossport promote --project a`")
    }

    @Test("Every sentence names a command that exists, with flags that it has")
    func everySentence() throws {
        let sources = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "Sources")
        let files = try #require(FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            let text = try String(contentsOf: file, encoding: .utf8)
            for match in text.matches(of: /`glossport ([a-z][^`\n]*)`/) {
                let words = match.1.split(separator: " ").map(String.init)
                count += 1
                guard words.first != "help" else { continue }
                let path = GlossportCommand.path(words)
                let command = GlossportCommand.command(at: path)
                #expect(!path.isEmpty, "\(file.lastPathComponent): \(match.0)")
                let own = Self.flags(of: command).union(["--help", "-h", "--trusted", "--untrusted", "--version"])
                for word in words where word.hasPrefix("--") && !word.contains("\\") {
                    let flag = String(word.prefix { $0 != "=" })
                    #expect(own.contains(flag), "\(file.lastPathComponent): \(match.0) has no \(flag)")
                }
            }
        }
        #expect(count > 100)
    }

    @Test(
        "They repeat no password and nothing that only this call has",
        arguments: [
            ("--journal", "postgres://u@h/j", true), ("--journal", "state/journal.sqlite", true),
            ("--journal", "postgres://u:hunter2@h/j", false), ("--journal", "postgres://h/j?password=hunter2", false),
            ("--journal", "user=u password=hunter2", false), ("--private-key-file", "/dev/fd/63", false),
        ]
    )
    func flags(name: String, value: String, isRepeated: Bool) {
        #expect(Hints.isRepeatable(name, value) == isRepeated)
    }
}
