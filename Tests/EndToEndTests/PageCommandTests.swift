import Foundation
import Testing

/// Checks that every command on the pages exists, with each of its options.
@Suite("Commands on pages")
struct PageCommandTests {
    /// A command as ArgumentParser describes it.
    private struct Declared: Decodable {
        var commandName: String
        var subcommands: [Declared]?
        var arguments: [Argument]?

        struct Argument: Decodable { var names: [Name]? }
        struct Name: Decodable { var name: String }

        var options: Set<String> {
            Set((arguments ?? []).flatMap { ($0.names ?? []).map { "--" + $0.name } }).union(["--help", "--version"])
        }
    }

    private struct Dump: Decodable { var command: Declared }

    /// Returns the calls of `glossport` in a page's code spans and code blocks.
    private static func calls(on page: String) -> [[String]] {
        var isCode = false
        return page.split(separator: "\n").flatMap { line -> [[String]] in
            if line.drop(while: { $0 == " " }).hasPrefix("```") { isCode.toggle() }
            let codes =
                isCode || line.hasPrefix("    ") ? [line] : line.matches(of: /`(glossport [^`]+)`/).map { $0.1 }
            return codes.flatMap { code in
                // A database or a role can have the same name: `glossport glossport,glossport_admin`.
                code.matches(of: /(?:^|[\s(])glossport ((?:--)?[a-z][a-z-]*\b(?!,)(?: [^|;&#<>)]*)?)/).map { call in
                    call.1.split(separator: " ").map(String.init)
                }
            }
        }
    }

    private static func pages() -> [String] {
        let folders = ["docs", "plugins", "samples", "packaging", "Sources"].flatMap { folder in
            (FileManager.default.enumerator(atPath: Repository.file(folder))?.allObjects as? [String] ?? []).map {
                "\(folder)/\($0)"
            }
        }
        return (folders + ["README.md", "CONTRIBUTING.md", "SECURITY.md"]).filter { $0.hasSuffix(".md") }.sorted()
    }

    @Test("Each command on a page exists, with its options")
    func commands() async throws {
        let call = try await Glossport.run("--experimental-dump-help", in: TestProject())
        let root = try JSONDecoder().decode(Dump.self, from: Data(call.stdout.utf8)).command
        var count = 0
        for page in Self.pages() {
            for words in Self.calls(on: try String(contentsOfFile: Repository.file(page), encoding: .utf8)) {
                var (command, rest) = (root, words[...])
                while let next = command.subcommands?.first(where: { $0.commandName == rest.first }) {
                    (command, rest) = (next, rest.dropFirst())
                }
                let shown = "\(page): glossport \(words.joined(separator: " "))"
                #expect(command.commandName != root.commandName || words[0].hasPrefix("-"), "\(shown)")
                let flags = rest.filter { $0.hasPrefix("--") }.map { String($0.prefix { $0 != "=" }) }
                // The page on automation shows the result of an unknown option.
                #expect(Set(flags).subtracting(command.options).subtracting(["--no-such-option"]) == [], "\(shown)")
                count += 1
            }
        }
        #expect(count > 150)
    }
}
