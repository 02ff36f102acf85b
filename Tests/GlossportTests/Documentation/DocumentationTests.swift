private import Foundation
import Glossport
import GlossportChecking
import GlossportProject
import GlossportReading
import GlossportReadingTesting
import GlossportTesting
import Testing

/// Compares the quotations in the articles with the code.
@Suite("The documentation")
struct DocumentationTests {
    private static let glossaryPath = "Sources/Glossport/Glossport.docc/Glossary.md"

    private static func page(_ name: String) throws -> String { try Repository.text(of: "docs/\(name).md") }

    private static func pageOnReaders() throws -> String {
        try Repository.text(of: "Sources/GlossportReading/GlossportReading.docc/WritingAReader.md")
    }

    @Test("*Writing a reader* quotes the example package's files exactly")
    func workedReaderIsShown() throws {
        let page = try Self.pageOnReaders()
        for file in [
            "Package.swift", "Sources/TextsReader/TextsReader.swift", "Tests/TextsReaderTests/TextsReaderTests.swift",
        ] {
            let code = try Repository.text(of: "Tests/ExternalReader/\(file)")
            #expect(page.contains("```swift\n\(code)```\n"), "\(file)")
        }
    }

    @Test("*Writing a reader* names every check of the conformance kit")
    func checksAreListed() throws {
        let article = try Self.pageOnReaders()
        for check in ReaderConformance.Check.allCases { #expect(article.contains("\n| `\(check)` | ")) }
    }

    /// Rewrites the rules page and the schema's list when run by `Scripts/rules`.
    ///
    /// That run then fails, so that the result is reviewed.
    private static func recordRules() throws {
        let page = try Self.page("rules")
        let parts = page.split(separator: "\n## ").map {
            $0.split(separator: "\n### ")[0].trimmingCharacters(in: .newlines)
        }
        let sections = [
            RuleSet.all.map { RuleSection(of: $0).text }, Review.furtherRules.map { RuleSection(of: $0).text },
        ]
        let chapters = zip(parts.suffix(2), sections).map { heading, rules in
            "## \(heading)\n\n" + rules.map { "### \($0)\n" }.joined(separator: "\n")
        }
        let head = parts.dropLast(2).enumerated().map { $0.offset == 0 ? $0.element : "## \($0.element)" }
        try Repository.write(
            (head + chapters).joined(separator: "\n\n"),
            to: "docs/rules.md"
        )
        let path = "docs/glossport.schema.json"
        let ids = (RuleSet.all.map { $0.description.id } + Review.furtherRules.map(\.id)).map(\.rawValue).sorted()
        let list = ids.map { "        \"\($0)\": {\n          \"$ref\": \"#/$defs/ruleSetting\"\n        }" }
        let listed = /"properties": \{\n(?: +"[a-z-]+": \{\n +"\$ref": "#\/\$defs\/ruleSetting"\n +\},?\n)+ +\}/
        let written = "\"properties\": {\n" + list.joined(separator: ",\n") + "\n      }"
        try Repository.write(
            try Repository.text(of: path).replacing(listed, with: written, maxReplacements: 1),
            to: path
        )
        Issue.record("docs/rules.md and the schema were written anew; read them and run the test again.")
    }

    @Test("*Rules* lists the rules of the core in order, with their severities and explanations")
    func rules() throws {
        if ProcessInfo.processInfo.environment["GLOSSPORT_RECORD"] == "1" { return try Self.recordRules() }
        let sections = try Self.page("rules").split(separator: "\n### ").dropFirst().map { section in
            section.split(separator: "\n## ")[0].trimmingCharacters(in: .newlines)
        }
        let expected =
            RuleSet.all.map { RuleSection(of: $0).text } + Review.furtherRules.map { RuleSection(of: $0).text }
        #expect(sections == expected)
    }

    @Test("*Glossary* names only symbols that are declared in the sources")
    func glossary() throws {
        let sources = try [
            "GlossportReading", "GlossportProject", "GlossportChecking", "GlossportReporting", "Glossport",
            "GlossportCommand", "PluginHost",
        ].flatMap {
            target in
            try Repository.sources(of: "Sources/\(target)")
        }
        let declared = Set(
            sources.flatMap {
                $0.matches(of: /(?:struct|class|enum|protocol|var|func|case|let) (\w+)/).map { String($0.1) }
            }
        )
        let rows = try Repository.text(of: Self.glossaryPath).split(separator: "\n").filter {
            $0.hasPrefix("| ") && $0.hasSuffix("` |")
        }
        let names = rows.compactMap { $0.split(separator: "|").last }
            .flatMap { $0.matches(of: /`([\w.]+)`/).flatMap { $0.1.split(separator: ".").map(String.init) } }
        #expect(names.count > 40)
        #expect(Set(names).subtracting(declared) == [])
    }

    @Test("*Message identity* shows the ID and digest that the code derives")
    func identity() throws {
        let content = MessageContent(header: "Bleib bei uns", body: "Deine Daten bleiben.")
        let (id, digest) = MessageIdentity.derive(
            app: "com.example.northlight",
            message: "keep-annual",
            locale: "de-DE",
            content: content
        )
        let article = try Self.page("message-ids")
        #expect(article.contains(id.description))
        #expect(article.contains(Self.hexadecimal(digest)))
        #expect(article.contains(Self.hexadecimal(MessageIdentity.namespace)))
    }

    @Test("*Journal format* names every state, proof and outcome")
    func journalWords() throws {
        let article = try Self.page("journal")
        let proofs: [Proof] = [.response, .confirmed, .adopted, .listed]
        let words =
            ItemState.allCases.map(\.rawValue) + proofs.map(\.rawValue) + Answer.Outcome.allCases.map(\.rawValue)
        for word in words { #expect(article.contains("\n| `\(word)` | "), "\(word)") }
    }

    @Test("*Project file* has a section for every key of the schema")
    func projectKeys() throws {
        let article = try Self.page("project-file")
        let schema = try Repository.text(of: "docs/glossport.schema.json")
        let object = try #require(try JSONSerialization.jsonObject(with: Data(schema.utf8)) as? [String: Any])
        let properties = try #require(object["properties"] as? [String: Any])
        for key in properties.keys { #expect(article.contains("\n## \(key)\n"), "\(key)") }
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
}

/// A rule in the format of the article *Rules*.
private struct RuleSection {
    var text: String

    init(of rule: RuleDescription) {
        text = "\(rule.id.rawValue)\n\nDefault: \(rule.severity.rawValue). \(rule.explanation)"
    }

    init(of rule: any Rule.Type) {
        self.init(of: rule.description)
        text += "\n\n- Finds: \(rule.triggering.map(\.title).joined(separator: "; "))."
        text += "\n- Ignores: \(rule.nonTriggering.map(\.title).joined(separator: "; "))."
    }
}
