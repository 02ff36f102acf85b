import ArgumentParser
import Foundation
import Testing

@testable import GlossportCommand

@Suite("Recommended commands")
struct HintsTests {
    private static func hints(_ line: String) throws -> Hints {
        let words = line.split(separator: " ").map { String($0.replacing("_", with: " ")) }
        return Hints(try GlossportCommand.parseAsRoot(words), path: GlossportCommand.path(words))
    }

    /// Returns the hints of a call with every kind of flag.
    private static func everything() throws -> Hints {
        try hints(
            """
            import --project apps/x.yaml --environment production --journal j.sqlite --allow-outside --endpoint http://localhost:1 \
            --allow-shared-key --locale de-DE,ja --message keep-annual --format csv --option delimiter=; --yes --deadline 1h \
            --output json --log requests.log --report=junit=r.xml -- late.csv
            """
        )
    }

    @Test("A recommended command repeats only flags that it declares")
    func everyCommand() throws {
        let hints = try Self.everything()
        for command in CommandPath.leaves {
            let recommended = hints.complete("Run `\(command.name)`.")
            let words = recommended.split(separator: "`")[1].split(separator: " ").map(String.init)
            let own = command.flags
            for word in words where word.hasPrefix("--") { #expect(own.contains(word), "\(recommended)") }
            for flag in ["--project", "--journal", "--endpoint"] {
                #expect(own.contains(flag) == words.contains(flag), "\(recommended)")
            }
            for flag in ["--yes", "--deadline", "--output", "--log", "--report"] {
                #expect(!words.contains(flag), "\(recommended)")
            }
            // Completing a sentence again does not change it.
            #expect(hints.complete(recommended) == recommended)
        }
    }

    @Test("Recommended commands that read the project repeat its path")
    func project() throws {
        let hints = try Self.hints("import --project apps/x.yaml")
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
        ] { #expect(hints.complete(sentence) == completed) }
    }

    @Test("A selection is repeated only for commands that read deliveries and for the same command")
    func selection() throws {
        let hints = try Self.hints("import --locale da")
        #expect(hints.complete("`glossport validate`") == "`glossport validate --locale da`")
        for name in ["prune", "settle", "journal rebuild", "status"] {
            #expect(hints.complete("`glossport \(name)`") == "`glossport \(name)`")
        }
        let prune = try Self.hints("prune --locale da")
        #expect(prune.complete("`glossport prune --yes`") == "`glossport prune --yes --locale da`")
    }

    @Test("Commands that read deliveries repeat named deliveries")
    func deliveries() throws {
        let hints = try Self.hints("validate vendor/my_file.csv")
        #expect(hints.complete("`glossport import`") == "`glossport import 'vendor/my file.csv'`")
        #expect(hints.complete("`glossport status`") == "`glossport status`")
    }

    @Test("An import of all deliveries is recommended without a selection")
    func allDeliveries() throws {
        let hints = try Self.hints("import --project a --locale da late.csv")
        let sentence = "`glossport import` of all deliveries removes them; `glossport import` continues."
        let completed = hints.complete(sentence)
        #expect(
            completed
                == "`glossport import --project a` of all deliveries removes them; `glossport import late.csv --project a --locale da` continues."
        )
        #expect(hints.complete(completed) == completed)
    }

    @Test("After a promotion, other recommended commands name the target environment")
    func promotion() throws {
        let hints = try Self.hints("promote --project a")
        #expect(hints.complete("`glossport settle`") == "`glossport settle --project a --environment production`")
        #expect(hints.complete("`glossport promote`") == "`glossport promote --project a`")
    }

    @Test("Every command quoted in the sources exists and has the quoted flags")
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
                #expect(!path.isEmpty, "\(file.lastPathComponent): \(match.0)")
                let own = CommandPath(path: path).flags.union(["--trusted", "--untrusted"])
                for word in words where word.hasPrefix("--") && !word.contains("\\") {
                    let flag = String(word.prefix { $0 != "=" })
                    #expect(own.contains(flag), "\(file.lastPathComponent): \(match.0) has no \(flag)")
                }
            }
        }
        #expect(count > 100)
    }

    @Test(
        "Recommended commands do not repeat a journal with a password or from a pipe",
        arguments: [
            ("postgres://u@h/j", true), ("state/journal.sqlite", true), ("postgres://u:hunter2@h/j", false),
            ("postgres://h/j?password=hunter2", false), ("user=u_password=hunter2", false), ("/dev/fd/63", false),
        ]
    )
    func journal(address: String, isRepeated: Bool) throws {
        let hints = try Self.hints("import --project a --journal \(address)")
        #expect(hints.complete("`glossport settle`").contains("--journal") == isRepeated)
    }
}
