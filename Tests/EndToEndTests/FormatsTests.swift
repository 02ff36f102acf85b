import Foundation
import Testing

/// Compares the pages about formats with the command, so that a new reader cannot be forgotten in them.
@Suite("Lists of formats")
struct FormatsTests {
    private struct Format: Decodable {
        var format: String
    }

    private static func ids() async throws -> [String] {
        let call = try await Glossport.run("readers", "--output", "json", in: TestProject())
        return try JSONDecoder().decode([Format].self, from: Data(call.stdout.utf8)).map(\.format).sorted()
    }

    private static func schema() throws -> String {
        let path = "docs/glossport.schema.json"
        return try String(contentsOfFile: Repository.file(path), encoding: .utf8)
    }

    @Test("The manual's table has a row for each format, with a link to its page")
    func manual() async throws {
        let text = try String(contentsOfFile: Repository.file("docs/formats.md"), encoding: .utf8)
        let rows = text.matches(
            of: /\| `([a-z]+)` \|.*\| \[plugins\/([a-z]+)\]\(\.\.\/plugins\/([a-z]+)\/README\.md\) \|/
        )
        #expect(rows.map { String($0.1) }.sorted() == (try await Self.ids()))
        #expect(rows.allSatisfy { $0.1 == $0.2 && $0.2 == $0.3 })
        for row in rows {
            #expect(FileManager.default.fileExists(atPath: Repository.file("plugins/\(row.1)/README.md")))
        }
    }

    @Test("The schema allows each format and the rules of each format")
    func schema() async throws {
        let ids = try await Self.ids()
        let schema = try Self.schema()
        let choice = schema.matches(of: /"enum": \[\s*((?:"[a-z]+",?\s*)+)\]/).map { match in
            match.1.matches(of: /[a-z]+/).map { String($0.0) }
        }
        #expect(choice.contains(ids))
        #expect(schema.contains("\"^(\(ids.joined(separator: "|")))-[a-z0-9-]+$\""))
    }
}
