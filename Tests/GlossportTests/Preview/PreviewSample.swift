import Foundation
import GlossportProject
import GlossportReading
import GlossportReporting

@testable import GlossportChecking

/// A small delivery and its preview page.
struct PreviewSample {
    var review: Review
    var edition = PreviewEdition(made: "2026-11-20 14:32 UTC")

    /// - Parameters:
    ///   - lines: Units in the format of rule examples: `key [locale] = target << source`.
    ///   - project: The project's settings.
    ///   - findings: The readers' findings.
    init(_ lines: String, project: Project = Project(app: "com.example.app"), findings: [Finding] = []) {
        self.init(RuleExample("", lines, project: project).units, project: project, findings: findings)
    }

    init(_ units: [TranslationUnit], project: Project = Project(app: "com.example.app"), findings: [Finding] = []) {
        var builder = CatalogBuilder(project: project)
        for unit in units { builder.add(unit) }
        let collected = Collected(
            catalog: builder.finish(),
            findings: findings,
            files: [],
            skipped: [:],
            sources: []
        )
        review = Review(project, collected, collected.findings(for: project), rules: [])
    }

    /// Creates a sample of a message that has the same text in its fields, sources, notes and file names.
    init(everywhere text: String, locale: String = "de-DE") {
        let units = ["header", "body", "altText", "bullets.1.text"].enumerated().map { line, field in
            TranslationUnit(
                key: "keep.\(field)",
                locale: locale,
                source: text,
                target: text,
                state: .translated,
                notes: [text],
                location: SourceLocation(path: "example/\(text).csv", line: line + 1, column: 1)
            )
        }
        self.init(units)
    }

    var page: String { String(decoding: PreviewPage(review, edition).bytes, as: UTF8.self) }

    /// Returns the elements that have a tag name and attributes, including their tags.
    func elements(_ name: String) -> [String] {
        page.components(separatedBy: "<\(name) ").dropFirst().compactMap { rest in
            rest.components(separatedBy: "</\(name)>").first.map { "<\(name) \($0)</\(name)>" }
        }
    }

    /// The names of the tags after the page's style, in order.
    var tags: [String] {
        var tags: [String] = []
        for piece in page.components(separatedBy: "</style>").last?.components(separatedBy: "<").dropFirst() ?? [] {
            tags.append(String(piece.prefix { !$0.isWhitespace && $0 != ">" }))
        }
        return tags
    }
}
